'use strict';

// One engine of server.js, a process of its own, as in the article's case 2: orders that have come are matched, their sales are
// inserted in parallel, and when all are acknowledged it goes on with the orders that have come meanwhile.
//
// The article keeps to one connection for the sales of a cycle, which answers one after another; here they are spread over a
// pool of connections, which is quicker.

const mysql = require('mysql2');
const { Book } = require('./book');
const { arguments_ } = require('./arguments');

const INSERT = 'insert into sale (product, buyer, seller, price, quantity, buy_order, sell_order) values (?, ?, ?, ?, ?, ?, ?)';

const given = arguments_(process.argv.slice(2));
const pool = mysql.createPool({ ...given.database, database: given.schema, connectionLimit: 4, queueLimit: 0 });
const books = new Map();
let inbox = [];
let trading = false;

process.on('message', ([id, buys, product, trader, price, quantity]) => {
  inbox.push({ id, buys, product, trader, price, quantity });
  if (!trading) {
    trading = true;
    setImmediate(trade);
  }
});
process.on('disconnect', () => process.exit(0));

function trade() {
  const orders = inbox;
  inbox = [];
  const sales = [];
  for (const order of orders) {
    let book = books.get(order.product);
    if (book === undefined) books.set(order.product, book = new Book());
    for (const sale of book.add(order)) sales.push(sale);
  }
  persist(sales, () => {
    if (inbox.length > 0) setImmediate(trade);
    else trading = false;
  });
}

function persist(sales, complete) {
  let left = sales.length;
  if (left === 0) return complete();
  for (const { buy, sell, price, quantity } of sales) {
    pool.execute(INSERT, [buy.product, buy.trader, sell.trader, price, quantity, buy.id, sell.id], (error) => {
      if (error) throw error;
      left -= 1;
      if (left === 0) complete();
    });
  }
  return undefined;
}

// it can trade once the database answers
pool.query('select 1', (error) => {
  if (error) throw error;
  process.send('ready');
});
