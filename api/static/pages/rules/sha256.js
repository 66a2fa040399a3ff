/**
 * SHA-256 (FIPS 180-4) of a short text, at once: browsers have their own only on pages that came over https.
 *
 * SPDX-License-Identifier: MIT
 */

// prettier-ignore
const SHA256_ROUNDS = [
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01,
  0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc,
  0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147,
  0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08,
  0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208,
  0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
];

/**
 * The eight words of the digest of an ASCII text of at most 55 characters, which with its padding is one block.
 * @param {string} text
 * @returns {number[]}
 */
export function sha256(text) {
  const initial = [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19];
  const rotated = (word, by) => (word >>> by) | (word << (32 - by));
  const w = new Int32Array(64);
  for (let at = 0; at < text.length; at++) w[at >> 2] |= text.charCodeAt(at) << (24 - 8 * (at % 4));
  w[text.length >> 2] |= 0x80 << (24 - 8 * (text.length % 4));
  w[15] = 8 * text.length;
  for (let t = 16; t < 64; t++) {
    const s0 = rotated(w[t - 15], 7) ^ rotated(w[t - 15], 18) ^ (w[t - 15] >>> 3);
    const s1 = rotated(w[t - 2], 17) ^ rotated(w[t - 2], 19) ^ (w[t - 2] >>> 10);
    w[t] = w[t - 16] + s0 + w[t - 7] + s1;
  }
  let [a, b, c, d, e, f, g, h] = initial;
  for (let t = 0; t < 64; t++) {
    const s1 = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25);
    const s0 = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22);
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + SHA256_ROUNDS[t] + w[t]) | 0;
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [a, b, c, d, e, f, g, h] = [(t1 + t2) | 0, a, b, c, (d + t1) | 0, e, f, g];
  }
  return [a, b, c, d, e, f, g, h].map((word, n) => (word + initial[n]) >>> 0);
}
