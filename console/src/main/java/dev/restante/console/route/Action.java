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
public abstract class Action {

    private final String name;
    private final Right right;
    private final String summary;

    /**
     * An action.
     *
     * @param name in its address and in the log: letters and hyphens
     * @param right what who asks for it must have
     * @param summary its effect, for those who read the description of the API
     */
    protected Action(String name, Right right, String summary) {
        this.name = name;
        this.right = right;
        this.summary = summary;
    }

    /** In its address and in the log. */
    public final String name() {
        return name;
    }

    /** The right that who asks for it must have. */
    public final Right right() {
        return right;
    }

    /** Its effect, for those who read the description of the API. */
    public final String summary() {
        return summary;
    }

    /** The rights that who asks for it in this way must have: more where its answer would tell what is in messages. */
    public Set<Right> rights(Parameters form) {
        return Set.of(right());
    }

    /** All parameters that its form has. Scripts may send no others. */
    public List<Parameter> parameters() {
        return List.of();
    }

    /**
     * Looks at what a script has sent, which says nothing that is not meant, as the fields of a form may.
     *
     * @throws Refusal for parameters that don't go together
     */
    public void checkScript(Parameters form) {}

    /**
     * The object that it is done to, for the log.
     *
     * @throws Refusal if the form does not say so
     */
    public abstract String about(Parameters form);

    /**
     * The question before it is done, with the number of messages; empty for an action that is done at once.
     *
     * @throws Refusal if the form asks for what can't be done
     */
    public Optional<Question> question(Parameters form) throws JMSException {
        return Optional.empty();
    }

    /** The names of those parameters that can be said with the answer to its question, in fields of that. */
    public Set<String> leftOpen() {
        return Set.of();
    }

    /**
     * Does it. The store is asked for some seconds at most.
     *
     * @throws Refusal if the form asks for what can't be done
     */
    public abstract Outcome run(Parameters form) throws JMSException;

    /**
     * The form with what it asked for, beside the refusal of it; nothing for an action that has none to be filled in.
     */
    public List<Element> again(Frame frame, Parameters form) {
        return List.of();
    }

    /** Does it, for an action that keeps who has asked for it. */
    public Outcome run(Parameters form, User user) throws JMSException {
        return run(form);
    }
}
