'use strict';

// Socket.IO in ./eddy bench push, as its users write it. One process: more of them would need a service between them.

const { createServer } = require('node:http');
const { Server } = require('socket.io');

const { port } = arguments_();
const http = createServer((request, response) => {
  response.statusCode = request.url === '/health' ? 200 : 404;
  response.end(request.url === '/health' ? 'ok' : 'there is nothing');
});
const io = new Server(http, { transports: ['websocket'], serveClient: false });

io.on('connection', (socket) => {
  socket.on('subscribe', (channel, done) => {
    socket.join(channel);
    done();
  });
  socket.on('publish', (channel, data, done) => {
    io.to(channel).emit(channel, data);
    done();
  });
});

http.listen(port, '127.0.0.1', 4096);
process.on('SIGTERM', () => process.exit(0));

/** The key=value arguments of this process. It takes `loops` as all contenders do, and has one all the same. */
function arguments_() {
  const values = { port: '0', loops: '1' };
  for (const argument of process.argv.slice(2)) {
    const [, key, value] = /^(\w+)=(.*)$/.exec(argument) ?? [];
    if (!(key in values)) {
      throw new Error(`${argument} is not understood: give key=value with one of the keys ${Object.keys(values).join(', ')}`);
    }
    values[key] = value;
  }
  for (const [key, most] of [['port', 65535], ['loops', 1024]]) {
    const number = Number(values[key]);
    const least = key === 'port' ? 0 : 1;
    if (!Number.isInteger(number) || number < least || number > most || values[key] === '') {
      throw new Error(`${key}=${values[key]}: it must be a number from ${least} to ${most}`);
    }
  }
  return { port: Number(values.port) };
}
