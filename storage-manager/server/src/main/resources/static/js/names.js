// What people call a domain: the device on its host, from the inventory.

export class LunNames {
  #names = new Map();
  #changed;
  #pending = false;

  constructor(changed) {
    this.#changed = changed;
  }

  /** { title, detail } of a domain. */
  of(domain) {
    const found = this.#names.get(domain.slug);
    if (!found?.length) return { title: domain.domain, detail: '' };
    const more = found.length > 1 ? ` and ${found.length - 1} more` : '';
    return { title: `${found[0]}${more}`, detail: domain.domain };
  }

  /** Asks again when there are domains without a name. */
  async refresh(domains) {
    if (this.#pending || [...domains.keys()].every((slug) => this.#names.has(slug))) return;
    this.#pending = true;
    try {
      const answer = await fetch('/api/v1/inventory');
      if (!answer.ok) return;
      const next = new Map();
      for (const host of (await answer.json()).hosts) {
        for (const lun of host.luns) {
          if (!next.has(lun.domainSlug)) next.set(lun.domainSlug, []);
          next.get(lun.domainSlug).push(`${lun.device} on ${host.host}`);
        }
      }
      this.#names = next;
      this.#changed();
    } catch {
      // Without the inventory a domain goes by its id; asked again with the next new domain.
    } finally {
      setTimeout(() => { this.#pending = false; }, 5_000);
    }
  }
}
