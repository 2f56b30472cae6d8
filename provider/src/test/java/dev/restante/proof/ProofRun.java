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
 */
record ProofRun(Runnable call, Function<StoredRows, StoredEffect> effect, Runnable repeat, boolean lasting) {

    ProofRun(Runnable call, Function<StoredRows, StoredEffect> effect) {
        this(call, effect, call);
    }

    ProofRun(Runnable call, Function<StoredRows, StoredEffect> effect, Runnable repeat) {
        this(call, effect, repeat, true);
    }

    /** Returns this run with an effect that ends with the node or with the next execution. */
    ProofRun withoutLastingEffect() {
        return new ProofRun(call, effect, repeat, false);
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
