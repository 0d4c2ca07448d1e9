'use strict';

const { availableParallelism } = require('node:os');

/** The key=value arguments of this process: port, loops (processes of the cluster, or threads that compute), worker. */
function arguments_() {
  const values = { port: '0', loops: String(availableParallelism()), worker: 'false' };
  for (const argument of process.argv.slice(2)) {
    const [, key, value] = /^(\w+)=(.*)$/.exec(argument) ?? [];
    if (!(key in values)) {
      throw new Error(`${argument} is not understood: give key=value with one of the keys ${Object.keys(values).join(', ')}`);
    }
    values[key] = value;
  }
  return {
    port: whole('port', values.port, 0, 65535),
    loops: whole('loops', values.loops, 1, 1024),
    worker: flag('worker', values.worker),
  };
}

function whole(key, text, least, most) {
  const number = Number(text);
  if (Number.isInteger(number) && number >= least && number <= most && text !== '') return number;
  throw new Error(`${key}=${text}: it must be a number from ${least} to ${most}`);
}

function flag(key, text) {
  if (text === 'true' || text === 'false') return text === 'true';
  throw new Error(`${key}=${text}: it must be true or false`);
}

module.exports = { arguments_ };
