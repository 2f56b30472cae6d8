package dev.restante.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("Where messages are kept")
class StoreChoiceTest {

    private static DatabaseKind unasked(String name) {
        throw new AssertionError(name + " need not be asked");
    }

    private static StoreChoice choose(StoreMode mode, DatabaseKind only) {
        return StoreChoice.of(new StoreChoice.Question(List.of("ds"), List.of(), null, null, mode), name -> only);
    }

    private static StoreChoice.Question question(List<String> names, List<String> marked, String wanted) {
        return new StoreChoice.Question(names, marked, wanted, null, StoreMode.MIXED);
    }

    private static void refused(StoreChoice.Question question, Function<String, DatabaseKind> kinds, String remedy) {
        assertThatExceptionOfType(StoreRefusedException.class)
                .isThrownBy(() -> StoreChoice.of(question, kinds))
                .satisfies(refusal -> assertThat(refusal.remedy()).contains(remedy));
    }

    @ParameterizedTest
    @EnumSource(StoreMode.class)
    @DisplayName("one PostgreSQL, MariaDB or MySQL has them in each mode")
    void shouldUseTheOnlyServer(StoreMode mode) {
        assertThat(choose(mode, DatabaseKind.SERVER)).isEqualTo(new StoreChoice.Database("ds"));
    }

    @Test
    @DisplayName("they are in files without any DataSource, or with one of H2 or HSQLDB, and the reason is told")
    void shouldEmbed() {
        assertThat(StoreChoice.of(question(List.of(), List.of(), null), StoreChoiceTest::unasked))
                .isEqualTo(new StoreChoice.Embedded("there is no DataSource"));
        assertThat(choose(StoreMode.MIXED, DatabaseKind.H2))
                .isEqualTo(new StoreChoice.Embedded("the only DataSource is H2"));
        assertThat(choose(StoreMode.SEPARATE, DatabaseKind.HSQLDB))
                .isEqualTo(new StoreChoice.Embedded("the only DataSource is HSQLDB"));
    }

    @Test
    @DisplayName("mode joined is refused where messages would be in files or have connections of their own")
    void shouldNeverDegrade() {
        for (DatabaseKind kind : List.of(DatabaseKind.H2, DatabaseKind.HSQLDB)) {
            refused(
                    new StoreChoice.Question(List.of("ds"), List.of(), null, null, StoreMode.JOINED),
                    name -> kind,
                    "restante.mode");
        }
        refused(
                new StoreChoice.Question(List.of(), List.of(), null, null, StoreMode.JOINED),
                StoreChoiceTest::unasked,
                "Define a DataSource");
        refused(
                new StoreChoice.Question(List.of("ds"), List.of(), null, "restante.url", StoreMode.JOINED),
                StoreChoiceTest::unasked,
                "restante.data-source");
    }

    @Test
    @DisplayName("among several one is named or marked, or start-up is refused; nobody guesses")
    void shouldAskAmongSeveral() {
        List<String> two = List.of("b", "a");
        refused(question(two, List.of(), null), StoreChoiceTest::unasked, "restante.data-source");
        refused(question(two, two, null), StoreChoiceTest::unasked, "Mark one of them");
        refused(question(two, List.of(), "c"), StoreChoiceTest::unasked, "'a', 'b'");
        assertThat(StoreChoice.of(question(two, List.of(), "b"), name -> DatabaseKind.SERVER))
                .isEqualTo(new StoreChoice.Database("b"));
        assertThat(StoreChoice.of(question(two, List.of("a"), null), name -> DatabaseKind.SERVER))
                .isEqualTo(new StoreChoice.Database("a"));
        assertThat(StoreChoice.of(question(two, List.of("a"), "b"), name -> DatabaseKind.SERVER))
                .isEqualTo(new StoreChoice.Database("b"));
    }

    @Test
    @DisplayName("HSQLDB that is named has them; H2 and others can't")
    void shouldHeedNames() {
        StoreChoice.Question named = question(List.of("ds"), List.of(), "ds");
        assertThat(StoreChoice.of(named, name -> DatabaseKind.HSQLDB)).isEqualTo(new StoreChoice.Database("ds"));
        refused(named, name -> DatabaseKind.H2, "restante.url");
        refused(question(List.of("ds"), List.of(), null), name -> DatabaseKind.OTHER, "restante.url");
    }

    @Test
    @DisplayName("a URL of their own has them, unless a DataSource is named too")
    void shouldHeedUrl() {
        assertThat(StoreChoice.of(
                        new StoreChoice.Question(List.of("a", "b"), List.of(), null, "restante.url", StoreMode.MIXED),
                        StoreChoiceTest::unasked))
                .isEqualTo(new StoreChoice.Url());
        StoreChoice.Question both =
                new StoreChoice.Question(List.of("a"), List.of(), "a", "restante.url", StoreMode.MIXED);
        refused(both, StoreChoiceTest::unasked, "Leave one of them out");
    }

    @ParameterizedTest
    @CsvSource({
        "PostgreSQL, SERVER",
        "MariaDB, SERVER",
        "MySQL, SERVER",
        "HSQL Database Engine, HSQLDB",
        "H2, H2",
        "Oracle, OTHER"
    })
    @DisplayName("products are told by their names")
    void shouldKnowProducts(String product, DatabaseKind kind) {
        assertThat(DatabaseKind.named(product)).isEqualTo(kind);
    }
}
