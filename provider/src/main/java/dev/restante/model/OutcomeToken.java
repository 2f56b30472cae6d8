package dev.restante.model;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name of a commit whose answer was lost. With it anybody who has the store open can ask later what became of the
 * commit (SND-09).
 */
public sealed interface OutcomeToken {

    /**
     * A batch of a pipeline.
     *
     * @param incarnation whose
     * @param pipeline which of its pipelines
     * @param number of the batch
     */
    record Batch(long incarnation, int pipeline, long number) implements OutcomeToken {
        @Override
        public String toString() {
            return "batch-" + incarnation + "-" + pipeline + "-" + number;
        }
    }

    /**
     * A transaction that is no batch.
     *
     * @param lane what it has counted up
     * @param number to which it has done so
     */
    record Step(long lane, long number) implements OutcomeToken {
        @Override
        public String toString() {
            return "step-" + lane + "-" + number;
        }
    }

    /** The text that {@code toString} makes; empty if it is none. */
    static Optional<OutcomeToken> parse(String text) {
        Matcher batch = Texts.BATCH.matcher(text);
        Matcher step = Texts.STEP.matcher(text);
        if (batch.matches()) {
            return Optional.of(new Batch(
                    Long.parseLong(batch.group(1)), Integer.parseInt(batch.group(2)), Long.parseLong(batch.group(3))));
        } else if (step.matches()) {
            return Optional.of(new Step(Long.parseLong(step.group(1)), Long.parseLong(step.group(2))));
        }
        return Optional.empty();
    }

    /** The form of the texts; as many digits as certainly fit. */
    final class Texts {
        private static final Pattern BATCH = Pattern.compile("batch-([0-9]{1,18})-([0-9]{1,9})-([0-9]{1,18})");
        private static final Pattern STEP = Pattern.compile("step-([0-9]{1,18})-([0-9]{1,18})");

        private Texts() {}
    }
}
