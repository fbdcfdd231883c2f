package io.oasis.messaging;

import io.oasis.protocol.Topic;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.GroupListing;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclBindingFilter;
import org.apache.kafka.common.errors.SecurityDisabledException;

/**
 * Removes from a broker what {@link ClusterSetup} has made there and what managers have since, and
 * nothing else. Doing it again changes nothing.
 */
public final class ClusterRemoval {
  private static final long PATIENCE_SECONDS = ClusterChange.PATIENCE_SECONDS;

  private final Admin admin;
  private final Ours ours;

  public ClusterRemoval(Admin admin, Ours ours) {
    this.admin = admin;
    this.ours = ours;
  }

  /**
   * What is ours.
   *
   * @param applicationId of the managers
   * @param principals of the parties, such as {@code User:agent}
   */
  public record Ours(String applicationId, Map<Party, String> principals) {
    public Ours {
      principals = Map.copyOf(principals);
    }

    /** By their whole names: what begins like them may be another application's. */
    Set<String> topics() {
      Set<String> topics = new HashSet<>(StateTopics.of(applicationId));
      Arrays.stream(Topic.values()).map(Topic::topicName).forEach(topics::add);
      return topics;
    }

    Set<AclBinding> rights() {
      return Stream.concat(Right.all(applicationId).stream(), Right.retired().stream())
          .flatMap(right -> Stream.ofNullable(principals.get(right.party())).map(right::binding))
          .collect(Collectors.toSet());
    }
  }

  /**
   * What of it is there, each in order.
   *
   * @param members of the groups: managers that are alive
   */
  public record Found(
      List<String> topics, List<String> groups, int members, List<AclBinding> rights) {
    public Found {
      topics = List.copyOf(topics);
      groups = List.copyOf(groups);
      rights = List.copyOf(rights);
    }

    public boolean isEmpty() {
      return topics.isEmpty() && groups.isEmpty() && rights.isEmpty();
    }
  }

  /** Looks. */
  public Found find() throws InterruptedException, ExecutionException, TimeoutException {
    Set<String> topics =
        new TreeSet<>(admin.listTopics().names().get(PATIENCE_SECONDS, TimeUnit.SECONDS));
    topics.retainAll(ours.topics());
    List<String> groups =
        admin.listGroups().all().get(PATIENCE_SECONDS, TimeUnit.SECONDS).stream()
            .map(GroupListing::groupId)
            .filter(ours.applicationId()::equals)
            .toList();
    int members =
        admin
            .describeConsumerGroups(groups)
            .all()
            .get(PATIENCE_SECONDS, TimeUnit.SECONDS)
            .values()
            .stream()
            .mapToInt(group -> group.members().size())
            .sum();
    return new Found(List.copyOf(topics), groups, members, rights());
  }

  private List<AclBinding> rights()
      throws InterruptedException, ExecutionException, TimeoutException {
    Set<AclBinding> wanted = ours.rights();
    try {
      Collection<AclBinding> present =
          admin.describeAcls(AclBindingFilter.ANY).values().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
      List<AclBinding> rights = new ArrayList<>(present);
      rights.removeIf(right -> !wanted.contains(right));
      rights.sort(Comparator.comparing(AclBinding::toString));
      return rights;
    } catch (ExecutionException e) {
      if (e.getCause() instanceof SecurityDisabledException) {
        return List.of(); // a broker without an authorizer keeps none
      }
      throw e;
    }
  }

  /** Removes it and waits until it is gone; rights last, so that it can be done again. */
  public void apply(Found found) throws InterruptedException, ExecutionException, TimeoutException {
    if (!found.groups().isEmpty()) {
      admin.deleteConsumerGroups(found.groups()).all().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }
    if (!found.topics().isEmpty()) {
      admin.deleteTopics(found.topics()).all().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }
    if (!found.rights().isEmpty()) {
      List<AclBindingFilter> filters = found.rights().stream().map(AclBinding::toFilter).toList();
      admin.deleteAcls(filters).all().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }
    ClusterChange.await(
        () -> find().isEmpty(), "not all is gone, and somebody may be making it anew,");
  }
}
