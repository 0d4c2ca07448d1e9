'use strict';

/** By the definition. */
function fib(n) {
  return n < 2 ? n : fib(n - 1) + fib(n - 2);
}

const MODULUS = 10n ** 20n;

/** By n additions of growing numbers; of the result the last 20 decimal digits, without leading zeros. */
function lastDigits(n) {
  let a = 0n;
  let b = 1n;
  for (let left = n; left > 0; left -= 1) {
    const next = a + b;
    a = b;
    b = next;
  }
  return String(a % MODULUS);
}

/** Throws where n is no number from 0 on. */
function checked(n) {
  if (Number.isInteger(n) && n >= 0) return n;
  throw new RangeError(`n=${n}: it must be a whole number from 0 on`);
}

module.exports = {
  recursive: (n) => String(fib(checked(n))),
  lastDigits: (n) => lastDigits(checked(n)),
};
