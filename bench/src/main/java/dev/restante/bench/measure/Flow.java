package dev.restante.bench.measure;

/**
 * How many messages were sent and received, and the sums of their sequence numbers: equal on both sides if nothing was
 * lost and nothing came twice.
 */
public record Flow(long sent, long sentSum, long received, long receivedSum) {

    /** Nothing at all. */
    public static final Flow NONE = new Flow(0, 0, 0, 0);

    public Flow plus(Flow other) {
        return new Flow(
                sent + other.sent, sentSum + other.sentSum, received + other.received, receivedSum + other.receivedSum);
    }

    public boolean isBalanced() {
        return sent == received && sentSum == receivedSum;
    }
}
