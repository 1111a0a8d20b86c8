// z3-npm.js - a release of z3 from npm, as a solver that reads SMT-LIB.
//
//   node --stack-size=3900 z3-npm.js FOLDER [FILE] [NAME=VALUE]...
//
// FOLDER is where `npm install z3-solver@VERSION` was told to install. Commands come from
// FILE or, as they arrive, from standard input; what is asked is answered before more is read,
// so that it can be used as a session. (reset) makes a new context, (exit) and the end of the
// input end it. Commands are handed over together up to one that prints something. NAME=VALUE
// sets a parameter of z3, -version prints the version. z3 needs more stack than JavaScript has.
'use strict';
const fs = require('fs');
const path = require('path');
const v8 = require('v8');

const [folder, ...words] = process.argv.slice(2);
const parameters = words.filter((word) => /^[a-z0-9._]+=/.test(word));
const file = words.find((word) => !parameters.includes(word) && !word.startsWith('-'));

// Most functions of z3 are not used by most scripts: those need not be looked at when it starts.
v8.setFlagsFromString('--wasm-lazy-validation');

// Releases of 2022 would load their WebAssembly by fetch, which has no file: addresses.
delete globalThis.fetch;

const home = path.join(folder, 'node_modules', 'z3-solver');

function fail(message, status) {
  fs.writeSync(2, `z3-npm: ${message}\n`);
  process.exit(status);
}

// Cuts a text into commands: lists, with strings, quoted symbols and comments respected.
class Commands {
  constructor() {
    this.text = '';
    this.at = 0;
    this.depth = 0;
    this.start = 0;
    this.quote = null;
  }

  // Adds a piece of text; gives the commands that are whole.
  *add(piece) {
    this.text += piece;
    for (; this.at < this.text.length; this.at++) {
      const c = this.text[this.at];
      if (this.quote !== null) {
        if (c === this.quote) this.quote = null;
      } else if (c === '"' || c === '|') {
        this.quote = c;
      } else if (c === ';') {
        this.quote = '\n';
      } else if (c === '(') {
        if (this.depth++ === 0) this.start = this.at;
      } else if (c === ')' && this.depth > 0 && --this.depth === 0) {
        const command = this.text.slice(this.start, this.at + 1);
        this.text = this.text.slice(this.at + 1);
        this.at = -1;
        yield command;
      }
    }
  }
}

// The package without its classes for JavaScript, where it can be had: those take time to load.
function load() {
  const low = path.join(home, 'build', 'low-level');
  try {
    if (!fs.existsSync(low)) return require(home).init();
    return require(low).init(require(path.join(home, 'build', 'z3-built.js')), {});
  } catch (error) {
    return fail(`no package z3-solver in ${folder}: ${error.message}`, 4);
  }
}

async function main() {
  const { Z3, em } = await load();
  if (words.includes('-version')) {
    const { version } = JSON.parse(fs.readFileSync(path.join(home, 'package.json'), 'utf8'));
    fs.writeSync(1, `Z3 version ${version} (npm, ${Z3.get_full_version()})\n`);
    process.exit(0);
  }
  for (const parameter of parameters) {
    const [name, value] = parameter.split('=');
    Z3.global_param_set(name, value);
  }

  // The package has a thread of its own for each text; starting it takes longer than most texts.
  // Here z3 runs in the main thread. That blocks, and z3 starts a thread for its time limits: in
  // older releases one that waits for a word of the main thread, so there the package's way stays.
  // It differs from Z3.eval_smtlib2_string in one thing: that puts the text on the stack, and is
  // back from there while the thread still reads it. Parts of a text got lost so.
  const blocks =
    typeof em._Z3_eval_smtlib2_string === 'function' &&
    !String(em.PThread.loadWasmModuleToWorker).includes('runPthread');

  async function evaluate(context, text) {
    const bytes = Buffer.from(`${text}\0`, 'utf8');
    const at = em._malloc(bytes.length);
    em.HEAPU8.set(bytes, at);
    const answer = blocks
      ? em.UTF8ToString(em._Z3_eval_smtlib2_string(context, at))
      : await em.async_call(() =>
        em.ccall('async_Z3_eval_smtlib2_string', 'void', ['number', 'number'], [context, at]));
    em._free(at);
    return answer;
  }

  let context = Z3.mk_context(Z3.mk_config());
  const commands = new Commands();
  let waiting = '';

  async function flush() {
    if (waiting === '') return;
    const answer = await evaluate(context, waiting);
    waiting = '';
    if (answer.length > 0) fs.writeSync(1, answer.endsWith('\n') ? answer : `${answer}\n`);
  }

  async function run(piece) {
    for (const command of commands.add(piece)) {
      const name = (/^\(\s*([^\s()]+)/.exec(command) || [])[1] || '';
      if (name === 'exit') {
        await flush();
        process.exit(0);
      }
      if (name === 'reset') {
        await flush();
        Z3.del_context(context);
        context = Z3.mk_context(Z3.mk_config());
        continue;
      }
      waiting += `${command}\n`;
      if (/^(check|get|echo|eval|simplify|apply)/.test(name)) await flush();
    }
  }

  if (file !== undefined) {
    await run(fs.readFileSync(file, 'utf8'));
  } else {
    process.stdin.setEncoding('utf8');
    for await (const piece of process.stdin) await run(piece);
  }
  await flush();
  process.exit(0);
}

main().catch((error) => fail(error, 70));
