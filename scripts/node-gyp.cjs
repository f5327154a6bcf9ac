/**
 * npm's own node-gyp, told to build against the headers beside the running Node where they are installed. Without it, a native
 * dependency that finds no prebuilt binary would fetch the headers from the network, although they are on the machine. Named in .npmrc.
 */
const fs = require('node:fs');
const path = require('node:path');

const prefix = path.dirname(path.dirname(fs.realpathSync(process.execPath)));
if (!process.env.npm_config_nodedir && fs.existsSync(path.join(prefix, 'include/node/node.h'))) {
  process.env.npm_config_nodedir = prefix;
}
const npm = path.dirname(path.dirname(process.env.npm_execpath));
require(path.join(npm, 'node_modules/node-gyp/bin/node-gyp.js'));
