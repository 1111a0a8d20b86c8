// z3npm.js - z3-solver of npm as a program that reads SMT-LIB and prints answers.
//
//   node z3npm.js <script
//
// The package is looked for in $MOMUS_Z3_NPM, a folder in which it was installed by
// `npm install z3-solver`; without that, in ~/.local/share/momus/z3-solver. Status 4 if it is
// not there. The script is handed over in pieces that end with (pop 1), so that what was
// answered is printed even if z3 dies later.
'use strict';
const fs = require('fs');
const os = require('os');
const path = require('path');

const data = process.env.XDG_DATA_HOME || path.join(os.homedir(), '.local', 'share');
const folder = process.env.MOMUS_Z3_NPM || path.join(data, 'momus', 'z3-solver');

// Releases of 2022 would load their WebAssembly by fetch, which has no file: addresses.
delete globalThis.fetch;

let init;
try {
  ({ init } = require(path.join(folder, 'node_modules', 'z3-solver')));
} catch (error) {
  console.error(`z3npm: no package z3-solver in ${folder}`);
  process.exit(4);
}

(async () => {
  const { Z3 } = await init();
  const context = Z3.mk_context(Z3.mk_config());
  const pieces = fs.readFileSync(0, 'utf8').split('(pop 1)\n');
  for (let i = 0; i < pieces.length; i++) {
    const piece = pieces[i] + (i + 1 < pieces.length ? '(pop 1)\n' : '');
    fs.writeSync(1, await Z3.eval_smtlib2_string(context, piece));
  }
  process.exit(0);
})().catch((error) => {
  console.error(`z3npm: ${error}`);
  process.exit(70);
});
