import { lazy, type ComponentType } from 'react';

type Fetch<Module> = () => Promise<Module>;

/**
 * A registry of components whose modules load on demand. A loaded component renders at once, and
 * another suspends. Each name keeps its first component, because React would remount another one
 * and lose its state.
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
    const cached = components.get(name);
    if (cached) return cached;
    const component = lazy(() =>
      fetch().catch((error: unknown) => {
        // The next attempt must load the module again.
        components.delete(name);
        throw error;
      }),
    );
    keep(name, component);
    return component;
  }

  return { has, keep, load, get };
}
