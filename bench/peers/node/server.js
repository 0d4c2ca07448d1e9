'use strict';

// Node without a framework, one process: node server.js port=8080 worker=false
//
// Tuned: idle connections are never cut and requests not timed (the load keeps them open), as the timers would cost;
// header lines as an array and bodies with their length, as that is Node's short way; no compression of WebSocket
// messages. TCP_NODELAY is Node's default. Not taken: the add-ons bufferutil and utf-8-validate of ws, as ws uses
// its own code for messages as short as the load's.

const http = require('node:http');
const { arguments_ } = require('./arguments');
const { computer } = require('./computer');
const { acceptEchoes } = require('./echo');

const HELLO = Buffer.from('Hello, World!');
const PAGE = Buffer.from(`<html><body>${'x'.repeat(44 * 1024 - 26)}</body></html>`);

function send(response, status, type, body) {
  response.writeHead(status, ['Content-Type', type, 'Content-Length', body.length]);
  response.end(body);
}

function serve({ port, worker, loops }) {
  const compute = computer(worker ? loops : 0);

  function answer(response, name, n) {
    compute(name, n, (error, text) =>
      error ? send(response, 400, 'text/plain', String(error)) : send(response, 200, 'text/plain', text));
  }

  function service(request, response) {
    const { url } = request;
    if (url === '/plaintext') return send(response, 200, 'text/plain', HELLO);
    if (url === '/json') return send(response, 200, 'application/json', JSON.stringify({ message: 'Hello, World!' }));
    const mark = url.indexOf('?');
    const path = mark < 0 ? url : url.slice(0, mark);
    const query = new URLSearchParams(mark < 0 ? '' : url.slice(mark + 1));
    switch (path) {
      case '/fib': return answer(response, 'recursive', Number(query.get('n') ?? 20));
      case '/iterfib': return answer(response, 'lastDigits', Number(query.get('n') ?? 1000));
      case '/page':
        setTimeout(() => send(response, 200, 'text/html', PAGE), Number(query.get('delay') ?? 0));
        return undefined;
      default: return send(response, 404, 'text/plain', '');
    }
  }

  const server = http.createServer({ keepAliveTimeout: 0, requestTimeout: 0, headersTimeout: 0 }, service);
  acceptEchoes(server);
  server.listen({ port, host: '127.0.0.1', backlog: 4096 });
}

module.exports = { serve };

if (require.main === module) {
  process.on('SIGTERM', () => process.exit(0));
  serve(arguments_());
}
