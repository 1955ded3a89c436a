/** @module Applications created with the packed `create-longwire` command, outside the repository, with the packed packages. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Child } from './child.ts';
import { linkInstalled, PackedPackages } from './packed-packages.ts';

const OWN_SCOPE = '@longwire/';
const CREATE = 'packages/create';
/** The packages that applications of the templates use. */
const USED = ['packages/client', 'packages/react', 'packages/testing'];

/** Creates applications. */
export class AppFactory implements Disposable {
  readonly #packages: PackedPackages;
  readonly #folder: string;

  private constructor(packages: PackedPackages, folder: string) {
    this.#packages = packages;
    this.#folder = folder;
  }

  /** Packs what is needed, and installs the command. */
  static async start(): Promise<AppFactory> {
    const packages = await PackedPackages.pack([CREATE, ...USED]);
    const folder = mkdtempSync(join(tmpdir(), 'longwire-apps-'));
    packages.install([CREATE], join(folder, 'command'));
    return new AppFactory(packages, folder);
  }

  /** Creates an application, and installs exactly what its package.json names. */
  async create(template: string): Promise<CreatedApp> {
    const main = join(this.#folder, 'command/node_modules/@longwire/create/dist/cli/main.js');
    await runIn(this.#folder, [process.execPath, main, template, '--template', template]);
    const app = new CreatedApp(join(this.#folder, template));
    const own = app.dependencies.filter((name) => name.startsWith(OWN_SCOPE));
    this.#packages.install(
      own.map((name) => name.replace(OWN_SCOPE, 'packages/')),
      app.folder,
    );
    for (const name of app.dependencies.filter((each) => !own.includes(each)))
      linkInstalled(`node_modules/${name}`, app.folder);
    linkInstalled('node_modules/.bin', app.folder);
    return app;
  }

  [Symbol.dispose](): void {
    this.#packages[Symbol.dispose]();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** An application with its dependencies. */
export class CreatedApp {
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  /** The packages that its package.json names. */
  get dependencies(): readonly string[] {
    const { dependencies, devDependencies }: Readonly<Record<string, object>> = JSON.parse(
      readFileSync(join(this.folder, 'package.json'), 'utf8'),
    );
    return Object.keys({ ...dependencies, ...devDependencies });
  }

  /** Runs one of its scripts and returns what it printed. @throws Error with the output if it failed */
  async npm(...args: readonly string[]): Promise<string> {
    return await runIn(this.folder, ['npm', ...args]);
  }
}

/** What this process has and the shell of a developer has not: the condition of this repository's sources, and the mode of the build of the test pages. */
const NOT_INHERITED = ['NODE_OPTIONS', 'NODE_ENV'];

/** Runs a command to its end in a folder. */
async function runIn(folder: string, command: readonly string[]): Promise<string> {
  const environment = NOT_INHERITED.map((name) => `--unset=${name}`);
  const child = Child.ofCommand(command.join(' '), ['env', '-C', folder, ...environment, ...command]);
  const end = await child.exited;
  if (end !== 0) throw new Error(`${command.join(' ')} ended with ${end}\n${child.log}`);
  return child.log;
}
