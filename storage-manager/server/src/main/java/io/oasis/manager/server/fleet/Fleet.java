package io.oasis.manager.server.fleet;

import io.oasis.protocol.DomainId;
import java.util.List;

/** Which managers there are, and which of them decides for what. */
public interface Fleet {
  /** One manager, which decides for everything. */
  Fleet ALONE =
      new Fleet() {
        @Override
        public Owner ownerOf(DomainId domain) {
          return new Owner.Here();
        }

        @Override
        public List<String> others() {
          return List.of();
        }
      };

  /** Who decides for a domain. */
  sealed interface Owner {
    /** This manager. */
    record Here() implements Owner {}

    /**
     * Another one.
     *
     * @param manager its address, {@code HOST:PORT}
     */
    record There(String manager) implements Owner {}

    /**
     * Nobody at this moment.
     *
     * @param why in words
     */
    record Nobody(String why) implements Owner {}
  }

  Owner ownerOf(DomainId domain);

  /** The addresses of the other managers, as far as is known here, in order. */
  List<String> others();
}
