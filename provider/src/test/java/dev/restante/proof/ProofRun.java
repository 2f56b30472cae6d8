package dev.restante.proof;

import java.util.function.Function;

/**
 * Operation that is prepared and can be executed once.
 *
 * @param call the operation, which throws if the node reports a failure
 * @param effect reads from the store how far the operation took effect; throws an {@link AssertionError} if the store
 *     contains something that no state of the operation explains
 * @param repeat the operation for a caller that repeats it after a failure without an effect
 * @param lasting true if the effect outlasts the node and later executions
 * @param completion who completes the operation after a failure
 * @param severalCalls true if the operation consists of several calls of the application, each with an outcome of its
 *     own
 */
record ProofRun(
        Runnable call,
        Function<StoredRows, StoredEffect> effect,
        Runnable repeat,
        boolean lasting,
        FailedCompletion completion,
        boolean severalCalls) {

    /** Caller or part of the node that completes an operation after a failure. */
    enum FailedCompletion {
        /** The caller repeats the operation. Until then, it has the effect that the failure tells. */
        REPEATED_BY_CALLER,
        /**
         * No application calls the operation. The node repeats it, and the failure tells nothing about the effect. The
         * proof takes the part of the node.
         */
        REPEATED_BY_NODE,
        /** The node itself continues until the operation is complete. */
        CONTINUED_BY_NODE
    }

    ProofRun(Runnable call, Function<StoredRows, StoredEffect> effect) {
        this(call, effect, call);
    }

    ProofRun(Runnable call, Function<StoredRows, StoredEffect> effect, Runnable repeat) {
        this(call, effect, repeat, true, FailedCompletion.REPEATED_BY_CALLER, false);
    }

    /** Returns this run with an effect that ends with the node or with the next execution. */
    ProofRun withoutLastingEffect() {
        return new ProofRun(call, effect, repeat, false, completion, severalCalls);
    }

    /** Returns this run as one that only the node calls, and repeats. */
    ProofRun byNode() {
        return new ProofRun(call, effect, repeat, lasting, FailedCompletion.REPEATED_BY_NODE, severalCalls);
    }

    /** Returns this run as one that the node continues after a failure, until the database answers. */
    ProofRun continuedByNode() {
        return new ProofRun(call, effect, repeat, lasting, FailedCompletion.CONTINUED_BY_NODE, severalCalls);
    }

    /** Returns this run as one of several calls. If the outcome of a call is unknown, the next calls do not follow. */
    ProofRun ofSeveralCalls() {
        return new ProofRun(call, effect, repeat, lasting, completion, true);
    }

    /**
     * Effect of an operation in the store.
     *
     * @param done the number of processed messages; 0 or 1 for an operation that takes effect as a whole
     * @param all the number of processed messages if the operation is complete
     */
    record StoredEffect(int done, int all) {

        static final StoredEffect NONE = new StoredEffect(0, 1);
        static final StoredEffect COMPLETE = new StoredEffect(1, 1);

        static StoredEffect of(boolean complete) {
            return complete ? COMPLETE : NONE;
        }

        /** Returns the effect of an operation whose result must be one of two values. */
        static <T> StoredEffect of(T actual, T before, T after) {
            if (!actual.equals(before) && !actual.equals(after)) {
                throw new AssertionError("neither " + before + " nor " + after + ": " + actual);
            }
            return of(actual.equals(after));
        }

        boolean complete() {
            return done == all;
        }
    }
}
