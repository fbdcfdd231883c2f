package io.oasis.distribution.word;

import io.oasis.distribution.ManagerClient;
import io.oasis.protocol.Mode;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Brings a word into force in one domain.
 *
 * <p>Law: nobody is limited by rails that are about to go, so a domain leaves ENFORCE before its
 * rails change, and enters it after. Each step names the revision that the one before it made.
 */
record Update(ManagerClient client, InForce present, Word wanted, String reason) {
  /**
   * @return the revision from then on
   */
  long send(Difference difference) {
    boolean leaves = present.word().mode().filter(Mode.ENFORCE::equals).isPresent();
    long revision = present.revision();
    if (difference.touches("mode") && leaves) {
      revision = sendMode(revision);
    }
    if (difference.touchesRails()) {
      revision = sendRails(revision, difference);
    }
    if (difference.touches("mode") && !leaves) {
      revision = sendMode(revision);
    }
    return revision;
  }

  private long sendMode(long revision) {
    Map<String, Object> said = new LinkedHashMap<>();
    said.put("mode", wanted.mode().orElseThrow().name());
    said.put("reason", reason);
    said.put("revision", revision);
    return client.change(present.domain(), "mode", said);
  }

  /**
   * Rails and moved LUNs go as a whole; policy and harm rail, which need more rights, if changed.
   */
  private long sendRails(long revision, Difference difference) {
    Map<String, Object> said = WordForm.tree(wanted.over(present.word()));
    said.remove("mode");
    for (String key : new String[] {"policy", "harm"}) {
      if (!difference.touches(key)) {
        said.remove(key);
      }
    }
    said.put("revision", revision);
    said.put("reason", reason);
    return client.change(present.domain(), "guard-rails", said);
  }
}
