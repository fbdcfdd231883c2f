package io.oasis.linux;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Shows which cgroups are found where there are more than may be. */
class CgroupTreeTest {
  private static final int MOST = 100;

  @TempDir Path root;

  private void make(String path) throws IOException {
    Files.createDirectories(root.resolve(path));
  }

  private CgroupTree tree() {
    return tree(Set.of());
  }

  private CgroupTree tree(Set<String> known) {
    return CgroupTree.of(new CgroupMount(CgroupVersion.V1, root), MOST, known);
  }

  @Test
  void whoMakesManyHidesHisOwn() throws IOException {
    List<String> others =
        List.of("aa/deep/er", "apps/one", "apps/two", "z.slice", "z.slice/z.service");
    for (String other : others) {
      make(other);
    }
    for (int i = 0; i < 2 * MOST; i++) {
      make("ab/user/" + i);
      make("ab/user/0/below/" + i);
    }
    CgroupTree tree = tree();
    assertThat(tree.isWhole()).isFalse();
    assertThat(tree.found()).hasSize(MOST).containsKeys("/ab", "/ab/user");
    assertThat(tree.found().keySet())
        .containsAll(others.stream().map(other -> '/' + other).toList());
  }

  @Test
  void whatWasThereIsNotPushedOutByNewOnesBesideIt() throws IOException {
    make("user/limited");
    Set<String> known = tree().found().keySet();
    for (int i = 0; i < 2 * MOST; i++) {
      make("user/a" + i);
    }
    assertThat(tree().found()).doesNotContainKey("/user/limited");
    assertThat(tree(known).found()).hasSize(MOST).containsKey("/user/limited");
  }

  @Test
  void ofManySmallDirectoriesEachHasItsPart() throws IOException {
    for (int i = 0; i < 30; i++) {
      for (int j = 0; j < 30; j++) {
        make("d%02d/%02d".formatted(i, j));
      }
    }
    CgroupTree tree = tree();
    assertThat(tree.found()).hasSize(MOST);
    for (int i = 0; i < 30; i++) {
      String directory = "/d%02d/".formatted(i);
      assertThat(tree.found().keySet().stream().filter(path -> path.startsWith(directory)).count())
          .as(directory)
          .isBetween(2L, 3L);
    }
  }

  @Test
  void asManyAsThereMayBeAreAll() throws IOException {
    for (int i = 0; i < MOST; i++) {
      make("c" + i);
    }
    assertThat(tree().isWhole()).isTrue();
    assertThat(tree().found()).hasSize(MOST);
    make("one-more");
    assertThat(tree().isWhole()).isFalse();
    assertThat(tree().found()).hasSize(MOST);
  }

  @Test
  void whatHasNoTextForANameIsLeftOutAndTold() throws Exception {
    make("text/below");
    int made =
        new ProcessBuilder("sh", "-c", "mkdir -p \"$(printf 'odd\\377')/below\" \"ü\"")
            .directory(root.toFile())
            .start()
            .waitFor();
    assertThat(made).isZero();
    CgroupTree tree = tree();
    assertThat(tree.found().keySet()).doesNotContain("/odd").contains("/text", "/text/below");
    assertThat(tree.found().keySet()).noneMatch(path -> path.contains("odd"));
    assertThat(tree.isWhole()).isFalse();
  }
}
