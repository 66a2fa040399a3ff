/* A wait that something else than time can end: a connection that is back, a page that is seen again. */

export class Waiting {
  #end = () => {};

  /** Wait so many milliseconds; a firm wait lasts as long whatever happens. */
  for(ms, { isFirm = false } = {}) {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      const end = () => {
        clearTimeout(timer);
        resolve();
      };
      this.#end = isFirm ? () => {} : end;
    });
  }

  /** End the wait, if there is one that is not firm. */
  end() {
    this.#end();
  }
}
