package dev.restante.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FlowTotalsTest {

    private static final FlowTotals SENDER = new FlowTotals(2, 1, 0, 0);

    @Test
    void shouldBalanceOverAllNodes() {
        assertThat(SENDER.isBalanced()).isFalse();
        assertThat(FlowTotals.NONE.plus(SENDER).plus(new FlowTotals(0, 0, 2, 1)).isBalanced())
                .isTrue();
    }

    @Test
    void shouldSeeOneMessageInPlaceOfAnother() {
        assertThat(SENDER.plus(new FlowTotals(0, 0, 2, 2)).isBalanced()).isFalse();
    }
}
