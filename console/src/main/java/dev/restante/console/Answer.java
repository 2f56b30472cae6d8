package dev.restante.console;

import dev.restante.console.route.Outcome;
import dev.restante.console.route.Question;

/** An answer to whoever asks for an action: a question first, or what was done. */
sealed interface Answer {

    /**
     * A question.
     *
     * @param key what confirms it
     */
    record Asked(Question question, String key) implements Answer {}

    /** The outcome. */
    record Done(Outcome outcome) implements Answer {}
}
