/** @module Writes the API reference of the published packages, from the comments in their sources. */
import { join } from 'node:path';
import {
  Application,
  Converter,
  Reflection,
  ReflectionKind,
  type ProjectReflection,
  type RouterTarget,
  type TypeDocOptions,
} from 'typedoc';
import { ModuleRouter, type PluginOptions } from 'typedoc-plugin-markdown';
import { ROOT } from '../../../scripts/step.ts';
import { PUBLISHED } from '../../../scripts/workspace.ts';
import { apiEntries, entriesOf, pathOfEntry, type ApiEntry } from './api-entries.ts';

const ROUTER = 'entries';

/** Each entry has the page that links expect, also one with namespaces, for which the plugin would make a folder. */
class EntryRouter extends ModuleRouter {
  override getIdealBaseName(reflection: Reflection): string {
    const isEntry = reflection.kind === ReflectionKind.Module;
    return isEntry ? pathOfEntry(reflection.name) : super.getIdealBaseName(reflection);
  }

  /** No link leads to what the plugin gives no id: the heading of a constructor, and a row of a table. */
  protected override buildAnchors(target: RouterTarget, pageTarget: RouterTarget): void {
    const kinds = ReflectionKind.Constructor | ReflectionKind.TypeParameter;
    if (!(target instanceof Reflection && target.kindOf(kinds))) super.buildAnchors(target, pageTarget);
  }
}

/** Writes one page for each entry, and an index. @throws Error if the sources cannot be read */
export async function writeApiReference(out: string): Promise<void> {
  const entries = apiEntries();
  const options: Partial<TypeDocOptions & PluginOptions> = {
    // What several entries export is described at the first: an entry for a part comes before the one that has everything.
    entryPoints: PUBLISHED.flatMap((workspace) =>
      entriesOf(workspace)
        .toReversed()
        .map(({ source }) => join(ROOT, source)),
    ),
    tsconfig: join(ROOT, 'apps/docs/tsconfig.api.json'),
    plugin: ['typedoc-plugin-markdown'],
    name: 'API reference',
    readme: 'none',
    out,
    router: ROUTER,
    entryFileName: 'index',
    useCustomAnchors: true,
    customAnchorsFormat: 'curlyBrace',
    anchorPrefix: 'api-',
    hidePageHeader: true,
    hideBreadcrumbs: true,
    disableSources: true,
    parametersFormat: 'table',
    groupOrder: ['Functions', 'Classes', '*'],
    excludePrivate: true,
    excludeExternals: true,
    // `npm run check` does it, with the TypeScript of the repository.
    skipErrorChecking: true,
    validation: { notExported: false, invalidLink: true, rewrittenLink: true, notDocumented: false },
    logLevel: 'Warn',
  };
  const application = await Application.bootstrapWithPlugins(options);
  application.renderer.defineRouter(ROUTER, EntryRouter);
  // Before typedoc sorts them.
  application.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    nameModules(project, entries);
    nameParameters(project);
  });
  const project = await application.convert();
  if (project === undefined) throw new Error('typedoc cannot read the sources');
  await application.generateOutputs(project);
  if (application.logger.hasErrors()) throw new Error('typedoc cannot write the API reference');
}

/** Modules are named as programs import them; typedoc takes the sentence of their comment for the name. */
function nameModules(project: ProjectReflection, entries: readonly ApiEntry[]): void {
  for (const module of project.children ?? []) {
    const file = project.getSymbolIdFromReflection(module)?.fileName;
    const entry = entries.find(({ source }) => join(ROOT, source) === file);
    if (entry === undefined) throw new Error(`no entry of a package has the source ${file}`);
    module.name = entry.name;
  }
}

/** typedoc's name for a parameter that is taken apart where it is declared. */
const UNNAMED = '__namedParameters';

/** A parameter that is taken apart has no name: here it is called what a caller would call it. */
function nameParameters(project: ProjectReflection): void {
  for (const parameter of project.getReflectionsByKind(ReflectionKind.Parameter))
    if (parameter.name === UNNAMED) parameter.name = 'options';
}
