package dev.restante.console.route;

import dev.restante.console.guard.Refusal;
import dev.restante.console.guard.Right;
import dev.restante.console.guard.User;
import dev.restante.console.html.Element;
import dev.restante.console.page.Frame;
import dev.restante.console.page.Parameters;
import jakarta.jms.JMSException;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A change that a form asks for, at {@code /actions/} and its name. One that can't be taken back has a question, which
 * is answered once.
 */
public interface Action {

    /** In its address and in the log: letters and hyphens. */
    String name();

    /** The right that who asks for it must have. */
    Right right();

    /** The rights that who asks for it in this way must have: more where its answer would tell what is in messages. */
    default Set<Right> rights(Parameters form) {
        return Set.of(right());
    }

    /** Its effect, for those who read the description of the API. */
    default String summary() {
        return right().text();
    }

    /** All parameters that its form has. Scripts may send no others. */
    default List<Parameter> parameters() {
        return List.of();
    }

    /**
     * Looks at what a script has sent, which says nothing that is not meant, as the fields of a form may.
     *
     * @throws Refusal for parameters that don't go together
     */
    default void checkScript(Parameters form) {}

    /**
     * The object that it is done to, for the log.
     *
     * @throws Refusal if the form does not say so
     */
    String about(Parameters form);

    /**
     * The question before it is done, with the number of messages; empty for an action that is done at once.
     *
     * @throws Refusal if the form asks for what can't be done
     */
    default Optional<Question> question(Parameters form) throws JMSException {
        return Optional.empty();
    }

    /** The names of those parameters that can be said with the answer to its question, in fields of that. */
    default Set<String> leftOpen() {
        return Set.of();
    }

    /**
     * Does it. The store is asked for some seconds at most.
     *
     * @throws Refusal if the form asks for what can't be done
     */
    Outcome run(Parameters form) throws JMSException;

    /**
     * The form with what it asked for, beside the refusal of it; nothing for an action that has none to be filled in.
     */
    default List<Element> again(Frame frame, Parameters form) {
        return List.of();
    }

    /** Does it, for an action that keeps who has asked for it. */
    default Outcome run(Parameters form, User user) throws JMSException {
        return run(form);
    }
}
