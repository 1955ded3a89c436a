/** @module Ends with words where Node is too old for the scripts of this repository, which it could not even read. */
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 18)) {
  console.error(
    `Longwire needs Node 22.18 or newer, this is ${process.version}: run "npm ci" without --ignore-scripts, which installs the Node that the scripts use`,
  );
  process.exit(1);
}
