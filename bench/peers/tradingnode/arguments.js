'use strict';

const keys = ['port', 'loops', 'engines', 'products', 'database', 'schema'];

/** The key=value arguments of this process. */
function arguments_(words) {
  const values = {};
  for (const word of words) {
    const [, key, value] = /^(\w+)=(.*)$/.exec(word) ?? [];
    if (!keys.includes(key)) {
      throw new Error(`${word} is not understood: give key=value with one of the keys ${keys.join(', ')}`);
    }
    values[key] = value;
  }
  const [host, port] = values.database.split(':');
  return {
    port: Number(values.port),
    engines: Number(values.engines),
    products: Number(values.products),
    database: { host, port: Number(port), user: 'root', password: '' },
    schema: values.schema,
  };
}

module.exports = { arguments_ };
