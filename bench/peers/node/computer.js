'use strict';

const { Worker, isMainThread, parentPort } = require('node:worker_threads');
const fib = require('./fib');

/**
 * What computes: (name of a function of fib, n, callback(error, text)).
 * With no threads it does so in the caller's, as plain Node code does; otherwise each goes to the thread that has the
 * fewest to do.
 */
function computer(threads) {
  if (threads === 0) {
    return (name, n, callback) => {
      let text;
      try {
        text = fib[name](n);
      } catch (error) {
        callback(error);
        return;
      }
      callback(null, text);
    };
  }
  const workers = Array.from({ length: threads }, start);
  return (name, n, callback) => {
    workers.reduce((a, b) => (b.callbacks.length < a.callbacks.length ? b : a)).ask(name, n, callback);
  };
}

/** One thread; it answers in order. */
function start() {
  const thread = new Worker(__filename);
  const callbacks = [];
  thread.on('message', ({ error, text }) => callbacks.shift()(error, text));
  return {
    callbacks,
    ask(name, n, callback) {
      callbacks.push(callback);
      thread.postMessage({ name, n });
    },
  };
}

if (!isMainThread) {
  parentPort.on('message', ({ name, n }) => {
    let answer;
    try {
      answer = { text: fib[name](n) };
    } catch (error) {
      answer = { error: String(error) };
    }
    parentPort.postMessage(answer);
  });
}

module.exports = { computer };
