'use strict';

// The orders of one product that stand: the better price first, and at one price who came first.
class Book {
  constructor() {
    // prices in order, the best last; and the orders at each
    this.buyers = { prices: [], at: new Map(), better: (a, b) => a > b };
    this.sellers = { prices: [], at: new Map(), better: (a, b) => a < b };
  }

  /** What it trades with those that stand, at their prices. */
  add(order) {
    const others = order.buys ? this.sellers : this.buyers;
    const sales = [];
    while (order.quantity > 0 && others.prices.length > 0) {
      const price = others.prices[others.prices.length - 1];
      if (order.buys ? price > order.price : price < order.price) break;
      const level = others.at.get(price);
      const standing = level.orders[level.first];
      const quantity = Math.min(order.quantity, standing.quantity);
      order.quantity -= quantity;
      standing.quantity -= quantity;
      sales.push({ buy: order.buys ? order : standing, sell: order.buys ? standing : order, price, quantity });
      if (standing.quantity === 0) this.dropFirst(others, level);
    }
    if (order.quantity > 0) this.stand(order.buys ? this.buyers : this.sellers, order);
    return sales;
  }

  dropFirst(side, level) {
    level.orders[level.first] = undefined;
    level.first += 1;
    if (level.first === level.orders.length) {
      side.at.delete(level.price);
      side.prices.pop();
    } else if (level.first > 1024) {
      level.orders = level.orders.slice(level.first);
      level.first = 0;
    }
  }

  stand(side, order) {
    let level = side.at.get(order.price);
    if (level === undefined) {
      level = { price: order.price, orders: [], first: 0 };
      side.at.set(order.price, level);
      let place = side.prices.length;
      while (place > 0 && side.better(side.prices[place - 1], order.price)) place -= 1;
      side.prices.splice(place, 0, order.price);
    }
    level.orders.push(order);
  }
}

module.exports = { Book };
