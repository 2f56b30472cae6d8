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

@DisplayName("Placement of the store")
class StorePlacementTest {

    private static DatabaseKind unasked(String name) {
        throw new AssertionError(name + " was called unexpectedly");
    }

    private static StorePlacement choose(TransactionMode mode, DatabaseKind only) {
        return StorePlacement.of(
                new StorePlacement.PlacementInput(List.of("ds"), List.of(), null, null, mode), name -> only);
    }

    private static StorePlacement.PlacementInput question(List<String> names, List<String> marked, String wanted) {
        return new StorePlacement.PlacementInput(names, marked, wanted, null, TransactionMode.MIXED);
    }

    private static void refused(
            StorePlacement.PlacementInput input, Function<String, DatabaseKind> kinds, String remedy) {
        assertThatExceptionOfType(StoreConfigurationException.class)
                .isThrownBy(() -> StorePlacement.of(input, kinds))
                .satisfies(refusal -> assertThat(refusal.remedy()).contains(remedy));
    }

    @ParameterizedTest
    @EnumSource(TransactionMode.class)
    @DisplayName("in every mode, the store is placed in the only DataSource if it is PostgreSQL, MariaDB or MySQL")
    void shouldUseTheOnlyServer(TransactionMode mode) {
        assertThat(choose(mode, DatabaseKind.SERVER)).isEqualTo(new StorePlacement.InDataSource("ds"));
    }

    @Test
    @DisplayName("without a DataSource, or with an unnamed H2 or HSQLDB, the store is in files, with a reason")
    void shouldEmbed() {
        assertThat(StorePlacement.of(question(List.of(), List.of(), null), StorePlacementTest::unasked))
                .isEqualTo(new StorePlacement.Embedded("there is no DataSource"));
        assertThat(choose(TransactionMode.MIXED, DatabaseKind.H2))
                .isEqualTo(new StorePlacement.Embedded("the only DataSource is H2"));
        assertThat(choose(TransactionMode.SEPARATE, DatabaseKind.HSQLDB))
                .isEqualTo(new StorePlacement.Embedded("the only DataSource is HSQLDB"));
    }

    @Test
    @DisplayName("mode joined rejects a store in files or with connections of its own")
    void shouldNeverDegrade() {
        for (DatabaseKind kind : List.of(DatabaseKind.H2, DatabaseKind.HSQLDB)) {
            refused(
                    new StorePlacement.PlacementInput(List.of("ds"), List.of(), null, null, TransactionMode.JOINED),
                    name -> kind,
                    "restante.transaction-mode");
        }
        refused(
                new StorePlacement.PlacementInput(List.of(), List.of(), null, null, TransactionMode.JOINED),
                StorePlacementTest::unasked,
                "Define a DataSource");
        refused(
                new StorePlacement.PlacementInput(
                        List.of("ds"), List.of(), null, "restante.url", TransactionMode.JOINED),
                StorePlacementTest::unasked,
                "restante.data-source");
    }

    @Test
    @DisplayName("with several DataSources the start fails unless one is configured or annotated")
    void shouldAskAmongSeveral() {
        List<String> two = List.of("b", "a");
        refused(question(two, List.of(), null), StorePlacementTest::unasked, "restante.data-source");
        refused(question(two, two, null), StorePlacementTest::unasked, "Mark only one DataSource");
        refused(question(two, List.of(), "c"), StorePlacementTest::unasked, "'a', 'b'");
        assertThat(StorePlacement.of(question(two, List.of(), "b"), name -> DatabaseKind.SERVER))
                .isEqualTo(new StorePlacement.InDataSource("b"));
        assertThat(StorePlacement.of(question(two, List.of("a"), null), name -> DatabaseKind.SERVER))
                .isEqualTo(new StorePlacement.InDataSource("a"));
        assertThat(StorePlacement.of(question(two, List.of("a"), "b"), name -> DatabaseKind.SERVER))
                .isEqualTo(new StorePlacement.InDataSource("b"));
    }

    @Test
    @DisplayName("a configured HSQLDB DataSource contains the store, and H2 or an unsupported database is rejected")
    void shouldHeedNames() {
        StorePlacement.PlacementInput named = question(List.of("ds"), List.of(), "ds");
        assertThat(StorePlacement.of(named, name -> DatabaseKind.HSQLDB))
                .isEqualTo(new StorePlacement.InDataSource("ds"));
        refused(named, name -> DatabaseKind.H2, "restante.url");
        refused(question(List.of("ds"), List.of(), null), name -> DatabaseKind.UNSUPPORTED, "restante.url");
    }

    @Test
    @DisplayName("a configured URL places the store, and conflicts with a configured DataSource")
    void shouldHeedUrl() {
        assertThat(StorePlacement.of(
                        new StorePlacement.PlacementInput(
                                List.of("a", "b"), List.of(), null, "restante.url", TransactionMode.MIXED),
                        StorePlacementTest::unasked))
                .isEqualTo(new StorePlacement.AtUrl());
        StorePlacement.PlacementInput both =
                new StorePlacement.PlacementInput(List.of("a"), List.of(), "a", "restante.url", TransactionMode.MIXED);
        refused(both, StorePlacementTest::unasked, "Remove one of them");
    }

    @ParameterizedTest
    @CsvSource({
        "PostgreSQL, SERVER",
        "MariaDB, SERVER",
        "MySQL, SERVER",
        "HSQL Database Engine, HSQLDB",
        "H2, H2",
        "Oracle, UNSUPPORTED"
    })
    @DisplayName("the product name determines the kind of a database")
    void shouldKnowProducts(String product, DatabaseKind kind) {
        assertThat(DatabaseKind.named(product)).isEqualTo(kind);
    }
}
