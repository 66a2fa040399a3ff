/* What the name of a pile says. A pile of the other side of a match has `other:` before it, so that no move names it. */

export const isColumn = (name) => /(^|:)T\d$/.test(name);
export const isFoundation = (name) => /^F\d$/.test(name);
export const isOthers = (name) => name.startsWith("other:");
