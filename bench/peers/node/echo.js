'use strict';

const { WebSocketServer } = require('ws');

/** Lets the server take WebSockets at /echo, which get their messages back. */
function acceptEchoes(server) {
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  sockets.on('connection', (socket) => {
    socket.on('message', (data, isBinary) => socket.send(data, { binary: isBinary }));
    // ws closes the socket; nobody else is to know
    socket.on('error', () => {});
  });
  server.on('upgrade', (request, connection, head) => {
    if (request.url === '/echo') {
      sockets.handleUpgrade(request, connection, head, (socket) => sockets.emit('connection', socket));
    } else {
      connection.end('HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
    }
  });
}

module.exports = { acceptEchoes };
