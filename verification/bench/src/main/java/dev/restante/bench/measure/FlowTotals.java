package dev.restante.bench.measure;

/**
 * Numbers of sent and received messages and sums of their sequence numbers, to detect lost and duplicated messages.
 *
 * <p>Both sides are equal if no message was lost or duplicated.
 */
public record FlowTotals(long sent, long sentSum, long received, long receivedSum) {

    public static final FlowTotals NONE = new FlowTotals(0, 0, 0, 0);

    public FlowTotals plus(FlowTotals other) {
        return new FlowTotals(
                sent + other.sent, sentSum + other.sentSum, received + other.received, receivedSum + other.receivedSum);
    }

    public boolean isBalanced() {
        return sent == received && sentSum == receivedSum;
    }
}
