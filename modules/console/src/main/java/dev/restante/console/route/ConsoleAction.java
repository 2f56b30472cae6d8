package dev.restante.console.route;

import dev.restante.console.guard.ConsoleRight;
import dev.restante.console.guard.ConsoleUser;
import dev.restante.console.guard.RequestRejectedException;
import dev.restante.console.html.HtmlElement;
import dev.restante.console.page.PageLayout;
import dev.restante.console.page.RequestParameters;
import jakarta.jms.JMSException;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Base class of the changes to the store that a form or script can request at {@code /actions/NAME}, such as deleting
 * messages.
 *
 * <p>An irreversible action has a confirmation question, which can be confirmed once.
 */
public abstract class ConsoleAction {

    private final String name;
    private final ConsoleRight right;
    private final String summary;

    /**
     * Creates an action.
     *
     * @param name the name in the URL and in the log: letters and hyphens
     * @param right the right that every request of the action needs
     * @param summary the effect, for the OpenAPI document
     */
    protected ConsoleAction(String name, ConsoleRight right, String summary) {
        this.name = name;
        this.right = right;
        this.summary = summary;
    }

    public final String name() {
        return name;
    }

    public final ConsoleRight right() {
        return right;
    }

    public final String summary() {
        return summary;
    }

    /**
     * Returns the rights that this request needs. An action overrides this method if its result can reveal message
     * contents.
     */
    public Set<ConsoleRight> rights(RequestParameters form) {
        return Set.of(right());
    }

    /** Returns all parameters of the action. A script that sends another parameter is rejected. */
    public List<ParameterDefinition> parameters() {
        return List.of();
    }

    /** Checks the parameters of a script. Unlike a form, a script sends only the parameters that it means. */
    public void validateScript(RequestParameters form) {}

    /** Returns the name of the affected object, for the log. */
    public abstract String logSubject(RequestParameters form);

    /**
     * Returns the confirmation question, with the number of messages, or empty if the action needs no confirmation.
     *
     * @throws RequestRejectedException if the form requests something impossible
     */
    public Optional<ConfirmationQuestion> question(RequestParameters form) throws JMSException {
        return Optional.empty();
    }

    /** Returns the names of the parameters that the user can still set in the confirmation form. */
    public Set<String> openParameters() {
        return Set.of();
    }

    /**
     * Runs the action. Store calls take a few seconds at most.
     *
     * @throws RequestRejectedException if the form requests something impossible
     */
    public abstract ActionOutcome run(RequestParameters form) throws JMSException;

    /**
     * Returns the form of the action with the submitted values, for the page of a rejected request. Empty if the action
     * has no input form.
     */
    public List<HtmlElement> prefilledForm(PageLayout layout, RequestParameters form) {
        return List.of();
    }

    /** Runs the action with the requesting user. An action that records its user overrides this method. */
    public ActionOutcome run(RequestParameters form, ConsoleUser user) throws JMSException {
        return run(form);
    }
}
