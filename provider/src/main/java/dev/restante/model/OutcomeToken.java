package dev.restante.model;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Token with which any node of the store can query the outcome of a commit later (SND-09). */
public sealed interface OutcomeToken {

    /**
     * Token of a batch of a commit pipeline.
     *
     * @param pipeline the number of the pipeline within the incarnation
     * @param number the number of the batch within the pipeline
     */
    record BatchToken(long incarnation, int pipeline, long number) implements OutcomeToken {
        @Override
        public String toString() {
            return "batch-" + incarnation + "-" + pipeline + "-" + number;
        }
    }

    /**
     * Token of a transaction outside the commit pipelines.
     *
     * @param outcomeCounterId the id of the outcome counter that the transaction incremented
     * @param number the value of the outcome counter after the increment
     */
    record TransactionToken(long outcomeCounterId, long number) implements OutcomeToken {
        @Override
        public String toString() {
            return "step-" + outcomeCounterId + "-" + number;
        }
    }

    /** Parses the text form that {@code toString} returns, or returns empty for another text. */
    static Optional<OutcomeToken> parse(String text) {
        Matcher batch = TokenPatterns.BATCH.matcher(text);
        Matcher step = TokenPatterns.STEP.matcher(text);
        if (batch.matches()) {
            return Optional.of(new BatchToken(
                    Long.parseLong(batch.group(1)), Integer.parseInt(batch.group(2)), Long.parseLong(batch.group(3))));
        } else if (step.matches()) {
            return Optional.of(new TransactionToken(Long.parseLong(step.group(1)), Long.parseLong(step.group(2))));
        }
        return Optional.empty();
    }

    /** Patterns of the text forms, with limits on the number of digits that prevent overflow. */
    final class TokenPatterns {
        private static final Pattern BATCH = Pattern.compile("batch-([0-9]{1,18})-([0-9]{1,9})-([0-9]{1,18})");
        private static final Pattern STEP = Pattern.compile("step-([0-9]{1,18})-([0-9]{1,18})");

        private TokenPatterns() {}
    }
}
