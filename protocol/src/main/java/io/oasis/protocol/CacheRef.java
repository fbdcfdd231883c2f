package io.oasis.protocol;

/**
 * A cache as a session of an adapter sees it. A setting of it names what its report did: any other
 * session refuses it.
 *
 * @param name within the domain
 */
public record CacheRef(DomainId domain, AdapterId adapter, SessionId session, String name) {
  public CacheRef {
    Check.id("name", name);
  }
}
