package dev.restante.proof;

/** Says that an interrupt has cancelled an operation of several transactions, and how many messages are processed. */
final class PartialEffectException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final long processed;

    private PartialEffectException(long processed) {
        super("cancelled after " + processed + " messages");
        this.processed = processed;
    }

    /** Throws this exception if an operation was cancelled. */
    static void throwIfCancelled(boolean cancelled, long processed) {
        if (cancelled) {
            throw new PartialEffectException(processed);
        }
    }

    long processed() {
        return processed;
    }
}
