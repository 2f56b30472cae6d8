package dev.restante.bench.spread;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class SpreadTest {

    private static final Path PAGE = Path.of(System.getProperty("basedir", ".")).resolve("../docs/databases.md");

    private static final Traffic EVEN = Traffic.even(200);
    private static final Traffic MANY = Traffic.even(2_000);
    private static final Traffic UNEVEN = Traffic.zipf(200, 1);

    @Test
    void shouldBeTheTablesOfThePage() throws IOException {
        assertThat(Files.readString(PAGE)).contains(SpreadTables.spread()).contains(SpreadTables.transactions());
    }

    @ParameterizedTest
    @EnumSource(Placement.class)
    void shouldHaveAllInOneStore(Placement placement) {
        Spread one = new Spread(UNEVEN, placement, 1);
        assertThat(one.times()).isEqualTo(1, within(1e-9));
        assertThat(one.apart()).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 5, 8, 13})
    void shouldCarryNoMoreThanTheBusiestQueueAllows(int stores) {
        Spread byLoad = new Spread(UNEVEN, Placement.BY_LOAD, stores);
        assertThat(byLoad.times()).isLessThanOrEqualTo(Math.min(stores, 1 / UNEVEN.share(0)) + 1e-9);
        assertThat(byLoad.times()).isGreaterThanOrEqualTo(new Spread(UNEVEN, Placement.BY_NAME, stores).times());
        assertThat(new Spread(EVEN, Placement.BY_LOAD, stores).times()).isGreaterThan(0.9 * stores);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4, 8})
    void shouldMoveToTheNewStoreOnly(int stores) {
        int[] before = Placement.BY_NAME.place(EVEN, stores);
        int[] after = Placement.BY_NAME.place(EVEN, stores + 1);
        assertThat(IntStream.range(0, before.length).filter(queue -> before[queue] != after[queue]))
                .isNotEmpty()
                .allMatch(queue -> after[queue] == stores);
        assertThat(new Spread(MANY, Placement.BY_NAME, stores).movedForOneMore())
                .isEqualTo(1.0 / (stores + 1), within(0.08));
    }

    @Test
    void shouldCostMoreWhereTransactionsHaveTwoStores() {
        Spread spread = new Spread(EVEN, Placement.BY_LOAD, 4);
        assertThat(spread.apart()).isEqualTo(0.75, within(0.01));
        assertThat(spread.times(0, 3)).isEqualTo(spread.times());
        assertThat(spread.times(1, 3)).isEqualTo(spread.times() / 2.5, within(0.01));
    }
}
