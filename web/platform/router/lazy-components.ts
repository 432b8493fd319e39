import { lazy, type ComponentType } from 'react';

type Fetch<Module> = () => Promise<Module>;

/**
 * Components by name, of modules that are fetched when they are wanted. One whose module is here is shown at once, as on
 * a first load; another is shown when it has come, and stays what it was then: a second component for the same name
 * would begin anew and forget what somebody did in the first.
 */
export function lazyComponents() {
  const components = new Map<string, ComponentType>();
  const has = (name: string) => components.has(name);
  const keep = (name: string, component: ComponentType) => components.set(name, component);

  async function load<Module extends { default: ComponentType }>(
    name: string,
    fetch: Fetch<Module>,
  ): Promise<Module> {
    const module = await fetch();
    if (!has(name)) keep(name, module.default);
    return module;
  }

  function get(name: string, fetch: Fetch<{ default: ComponentType }>): ComponentType {
    const known = components.get(name);
    if (known) return known;
    const component = lazy(() =>
      fetch().catch((error: unknown) => {
        // The next attempt loads the component again.
        components.delete(name);
        throw error;
      }),
    );
    keep(name, component);
    return component;
  }

  return { has, keep, load, get };
}
