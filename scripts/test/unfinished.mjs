import { relative } from 'node:path';

/** Names the files that hang, for Vitest, when a run is ended from outside. */
export default class {
  running = new Set();

  onInit() {
    process.once('SIGINT', () => {
      for (const { project, moduleId } of this.running) {
        console.log(`Still running: [${project.name}] ${relative(process.cwd(), moduleId)}`);
      }
    });
  }

  onTestModuleStart(file) {
    this.running.add(file);
  }

  onTestModuleEnd(file) {
    this.running.delete(file);
  }
}
