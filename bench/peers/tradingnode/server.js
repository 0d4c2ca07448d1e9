'use strict';

// Node in ./eddy bench trading, as in the article's case 2: one process for HTTP, which acknowledges orders at once and hands them
// to the engines, each a process of its own with its share of the products.
//
// Tuned: idle connections are never cut and requests not timed (the load keeps them open), as the timers would cost.

const http = require('node:http');
const path = require('node:path');
const { fork } = require('node:child_process');
const mysql = require('mysql2/promise');
const { arguments_ } = require('./arguments');

const TABLE = `create table if not exists sale (id bigint not null auto_increment primary key, product varchar(16) not null,
  buyer varchar(32) not null, seller varchar(32) not null, price bigint not null, quantity bigint not null,
  buy_order bigint not null, sell_order bigint not null)`;

const words = process.argv.slice(2);
const given = arguments_(words);
const engines = [];
let ready = 0;
let orders = 0;

async function makeTable() {
  const connection = await mysql.createConnection(given.database);
  await connection.query(`create database if not exists \`${given.schema}\``);
  await connection.query(`use \`${given.schema}\``);
  await connection.query(TABLE);
  await connection.end();
}

function startEngine() {
  const engine = fork(path.join(__dirname, 'engine.js'), words);
  engine.on('message', () => { ready += 1; });
  engine.on('exit', (code, signal) => {
    console.error(`an engine has ended, ${signal ?? `exit code ${code}`}`);
    process.exit(1);
  });
  engines.push(engine);
}

function send(response, status, type, text) {
  response.writeHead(status, ['Content-Type', type, 'Content-Length', text.length]);
  response.end(text);
}

function place(response, query, buys) {
  const product = query.get('product');
  const number = Number(product.slice(1));
  if (!(number >= 0 && number < given.products)) return send(response, 404, 'text/plain', 'no such product');
  orders += 1;
  engines[number % engines.length].send(
    [orders, buys, product, query.get('trader'), Number(query.get('price')), Number(query.get('quantity'))]);
  return send(response, 202, 'application/json', JSON.stringify({ id: orders }));
}

function service(request, response) {
  const { url } = request;
  const mark = url.indexOf('?');
  const name = mark < 0 ? url : url.slice(0, mark);
  const query = new URLSearchParams(mark < 0 ? '' : url.slice(mark + 1));
  switch (name) {
    case '/buy': return place(response, query, true);
    case '/sell': return place(response, query, false);
    case '/health':
      return ready === engines.length ? send(response, 200, 'text/plain', 'ok') : send(response, 503, 'text/plain', 'starting');
    default: return send(response, 404, 'text/plain', '');
  }
}

process.on('SIGTERM', () => process.exit(0));

makeTable().then(() => {
  for (let n = 0; n < given.engines; n += 1) startEngine();
  http.createServer({ keepAliveTimeout: 0, requestTimeout: 0, headersTimeout: 0 }, service)
    .listen({ port: given.port, host: '127.0.0.1', backlog: 4096 });
});
