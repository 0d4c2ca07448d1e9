'use strict';

// Node on all cores: node cluster.js port=8080 loops=4, as many processes, each with an event loop of its own.
//
// Connections are dealt round by the first process, as is the default. Leaving that to the kernel
// (NODE_CLUSTER_SCHED_POLICY=none) was tried, and was not reliably better.

const cluster = require('node:cluster');
const { arguments_ } = require('./arguments');
const { serve } = require('./server');

const given = arguments_();

if (cluster.isPrimary) {
  for (let i = 0; i < given.loops; i += 1) cluster.fork().on('error', (error) => console.error(String(error)));
  cluster.on('exit', (worker, code, signal) => {
    console.error(`process ${worker.process.pid} of the cluster has ended, ${signal ?? `exit code ${code}`}`);
    process.exit(1);
  });
  process.on('SIGTERM', () => {
    cluster.removeAllListeners('exit');
    for (const worker of Object.values(cluster.workers)) worker.process.kill('SIGTERM');
    process.exit(0);
  });
} else {
  process.on('SIGTERM', () => process.exit(0));
  serve({ ...given, loops: 1 });
}
