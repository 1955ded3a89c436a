/** @module The lint rules. Import directions come from scripts/import-directions.ts. */
import { defineConfig } from 'oxlint';
import { importDirections } from './scripts/import-directions.ts';

export default defineConfig({
  plugins: ['typescript', 'unicorn', 'import', 'oxc', 'promise', 'react', 'jsx-a11y', 'vitest'],
  categories: { correctness: 'error', suspicious: 'error', perf: 'error' },
  options: { typeAware: true },
  ignorePatterns: ['**/dist/**', '**/node_modules/**', '.demo/**'],
  rules: {
    'typescript/no-explicit-any': 'error',
    'typescript/no-non-null-assertion': 'error',
    'typescript/switch-exhaustiveness-check': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/consistent-type-imports': 'error',
    'typescript/ban-ts-comment': 'error',
    'unicorn/filename-case': ['error', { case: 'kebabCase' }],
    'import/no-default-export': 'error',
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'import/no-unassigned-import': 'off',
    'no-console': 'error',
    'no-empty': 'error',
    'no-await-in-loop': 'off',
    'oxc/no-map-spread': 'off',
    'no-shadow': 'off',
    'no-underscore-dangle': 'off',
    'react/react-in-jsx-scope': 'off',
    'unicorn/no-array-sort': 'off',
    'unicorn/no-array-reverse': 'off',
    'unicorn/prefer-add-event-listener': 'off',
    'unicorn/require-post-message-target-origin': 'off',
  },
  overrides: [
    { files: ['**/*.config.ts', 'e2e/harness/run-summary.ts'], rules: { 'import/no-default-export': 'off' } },
    {
      files: ['scripts/**', '**/cli/**', 'apps/demo/**', 'bench/**', 'e2e/**', 'soak/**'],
      rules: { 'no-console': 'off' },
    },
    {
      // Node 22, on which the packages run, does not have them: Disposables and AsyncDisposables of the protocol do the same.
      files: ['packages/*/src/**'],
      excludeFiles: ['**/*.test.ts', '**/*.fixture.ts'],
      rules: { 'no-restricted-globals': ['error', 'DisposableStack', 'AsyncDisposableStack'] },
    },
    ...importDirections(),
  ],
});
