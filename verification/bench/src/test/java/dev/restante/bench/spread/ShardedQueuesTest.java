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

class ShardedQueuesTest {

    private static final Path PAGE =
            Path.of(System.getProperty("basedir", ".")).resolve("../../docs/operations/several-databases.md");

    private static final QueueShares EVEN = QueueShares.even(200);
    private static final QueueShares MANY = QueueShares.even(2_000);
    private static final QueueShares UNEVEN = QueueShares.zipf(200, 1);

    @Test
    void shouldBeTheTablesOfThePage() throws IOException {
        assertThat(Files.readString(PAGE)).contains(ShardingTables.spread()).contains(ShardingTables.transactions());
    }

    @ParameterizedTest
    @EnumSource(QueuePlacement.class)
    void shouldHaveAllInOneStore(QueuePlacement placement) {
        ShardedQueues one = new ShardedQueues(UNEVEN, placement, 1);
        assertThat(one.capacityFactor()).isEqualTo(1, within(1e-9));
        assertThat(one.crossStoreProbability()).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 5, 8, 13})
    void shouldCarryNoMoreThanTheBusiestQueueAllows(int stores) {
        ShardedQueues byLoad = new ShardedQueues(UNEVEN, QueuePlacement.BY_LOAD, stores);
        assertThat(byLoad.capacityFactor()).isLessThanOrEqualTo(Math.min(stores, 1 / UNEVEN.share(0)) + 1e-9);
        assertThat(byLoad.capacityFactor())
                .isGreaterThanOrEqualTo(
                        new ShardedQueues(UNEVEN, QueuePlacement.BY_NAME_HASH, stores).capacityFactor());
        assertThat(new ShardedQueues(EVEN, QueuePlacement.BY_LOAD, stores).capacityFactor())
                .isGreaterThan(0.9 * stores);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4, 8})
    void shouldMoveToTheNewStoreOnly(int stores) {
        int[] before = QueuePlacement.BY_NAME_HASH.assign(EVEN, stores);
        int[] after = QueuePlacement.BY_NAME_HASH.assign(EVEN, stores + 1);
        assertThat(IntStream.range(0, before.length).filter(queue -> before[queue] != after[queue]))
                .isNotEmpty()
                .allMatch(queue -> after[queue] == stores);
        assertThat(new ShardedQueues(MANY, QueuePlacement.BY_NAME_HASH, stores).movedByAddedStore())
                .isEqualTo(1.0 / (stores + 1), within(0.08));
    }

    @Test
    void shouldCostMoreWhereTransactionsHaveTwoStores() {
        ShardedQueues shardedQueues = new ShardedQueues(EVEN, QueuePlacement.BY_LOAD, 4);
        assertThat(shardedQueues.crossStoreProbability()).isEqualTo(0.75, within(0.01));
        assertThat(shardedQueues.capacityFactor(0, 3)).isEqualTo(shardedQueues.capacityFactor());
        assertThat(shardedQueues.capacityFactor(1, 3)).isEqualTo(shardedQueues.capacityFactor() / 2.5, within(0.01));
    }
}
