package io.oasis.distribution.word;

import io.oasis.distribution.ManagerClient;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * A domain's word as a manager has it.
 *
 * @param revision a change names it
 */
record InForce(String domain, long revision, Word word) {
  /** Empty when the manager does not know the domain. */
  static Optional<InForce> of(ManagerClient client, String domain) {
    return client.guardRails(domain).map(answer -> of(domain, answer));
  }

  static List<String> domains(ManagerClient client) {
    return client.domainsOfAll().stream()
        .map(domain -> domain.path("domain").asString(""))
        .sorted()
        .toList();
  }

  /** The answer has more than the word: who said it last, when and why. */
  private static InForce of(String domain, JsonNode answer) {
    ObjectNode word = JsonNodeFactory.instance.objectNode();
    for (String key : WordForm.KEYS) {
      JsonNode value = answer.get(key);
      if (value != null) {
        word.set(key, value);
      }
    }
    return new InForce(
        domain,
        answer.path("revision").asLong(0),
        WordForm.word(new Place("the manager's " + domain, word)));
  }
}
