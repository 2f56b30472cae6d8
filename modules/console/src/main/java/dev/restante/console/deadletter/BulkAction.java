package dev.restante.console.deadletter;

import static dev.restante.console.html.HtmlElement.tag;

import dev.restante.admin.BulkResult;
import dev.restante.console.count.BestEffortCount;
import dev.restante.console.guard.ConsoleRight;
import dev.restante.console.html.HtmlElement;
import dev.restante.console.page.HtmlTables;
import dev.restante.console.page.PageLinks;
import dev.restante.console.page.RequestParameters;
import dev.restante.console.route.ActionOutcome;
import dev.restante.console.route.ConfirmationQuestion;
import dev.restante.console.route.ConsoleAction;
import dev.restante.console.route.ParameterDefinition;
import jakarta.jms.JMSException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Base class of actions on many dead letters, which asks for confirmation with their number and stops after ten
 * seconds.
 */
abstract class BulkAction extends ConsoleAction {

    private final String title;
    private final String pastParticiple;
    final DeadLetterOperations deadLetters;

    /**
     * Creates an action.
     *
     * @param pastParticiple the verb form that completes "The messages were"
     */
    BulkAction(
            String name,
            ConsoleRight right,
            String summary,
            String title,
            String pastParticiple,
            DeadLetterOperations deadLetters) {
        super(name, right, summary);
        this.title = title;
        this.pastParticiple = pastParticiple;
        this.deadLetters = deadLetters;
    }

    /** Returns the text of the confirmation question. */
    abstract HtmlElement questionText(String messages, HtmlElement queue, RequestParameters form);

    abstract BulkResult run(DeadLetterOperations store, DeadLetterSelection selection, RequestParameters form)
            throws JMSException;

    /** Returns the fields of the confirmation form with which the user sets options of the action. */
    List<HtmlElement> settingsFields() {
        return List.of();
    }

    List<ParameterDefinition> settingsParameters() {
        return List.of();
    }

    @Override
    public final List<ParameterDefinition> parameters() {
        return Stream.concat(DeadLetterSelection.PARAMETERS.stream(), settingsParameters().stream())
                .toList();
    }

    @Override
    public final Set<String> openParameters() {
        return settingsParameters().stream().map(ParameterDefinition::name).collect(Collectors.toSet());
    }

    @Override
    public final void validateScript(RequestParameters form) {
        DeadLetterSelection.checkScript(form);
    }

    /**
     * Returns the rights. A selector also needs the right to read, because the number of matches reveals message
     * contents.
     */
    @Override
    public final Set<ConsoleRight> rights(RequestParameters form) {
        return form.textOrNull("selector") == null || !form.text("scope").equals(DeadLetterSelection.ALL)
                ? Set.of(right())
                : Set.of(right(), ConsoleRight.READ);
    }

    @Override
    public String logSubject(RequestParameters form) {
        return DeadLetterSelection.of(form).text();
    }

    @Override
    public Optional<ConfirmationQuestion> question(RequestParameters form) throws JMSException {
        DeadLetterSelection selection = DeadLetterSelection.of(form);
        Optional<DeadLetterOperations.MessageCount> number =
                BestEffortCount.tryCount(() -> deadLetters.count(selection));
        String messages = number.map(BulkAction::text).orElse(BestEffortCount.UNKNOWN_COUNT_TEXT + " messages");
        List<HtmlElement> text = new ArrayList<>(List.of(questionText(messages, tag("bdi", selection.queue()), form)));
        if (selection.selector() != null) {
            text.add(tag("p", "Selector: ").add(tag("code", selection.selector())));
        }
        if (selection.numbers() == null) {
            text.add(tag("p", "The action includes messages that arrive before you confirm. It skips locked messages.")
                    .with("class", "note"));
        }
        ConfirmationQuestion question = new ConfirmationQuestion(
                        title, text, title + " " + messages, PageLinks.entity(selection.queue()))
                .withFields(settingsFields());
        return Optional.of(number.filter(known -> !known.atLeast())
                .map(known -> question.withCount(known.count()))
                .orElse(question));
    }

    private static String text(DeadLetterOperations.MessageCount number) {
        return (number.atLeast() ? "more than " : "") + HtmlTables.formatCount(number.count(), "message");
    }

    @Override
    public ActionOutcome run(RequestParameters form) throws JMSException {
        DeadLetterSelection selection = DeadLetterSelection.of(form);
        BulkResult result = run(deadLetters, selection, form);
        return new ActionOutcome(
                        title,
                        text(result),
                        result.processed() + " done, " + result.skipped() + " skipped"
                                + (result.cancelled() ? ", ended early" : ""),
                        PageLinks.named(selection.queue()))
                .with(Map.of(
                        "done", result.processed(), "skipped", result.skipped(), "stoppedEarly", result.cancelled()));
    }

    private List<HtmlElement> text(BulkResult result) {
        List<HtmlElement> text = new ArrayList<>();
        text.add(tag(
                        "p",
                        HtmlTables.formatCount(result.processed(), "message")
                                + (result.processed() == 1 ? " was " : " were ") + pastParticiple + ".")
                .with("role", "status"));
        if (result.skipped() > 0) {
            text.add(tag(
                    "p",
                    HtmlTables.formatCount(result.skipped(), "message")
                            + (result.skipped() == 1 ? " stays" : " stay")
                            + ". Reasons are a missing or unknown source, an unreadable message, or a change that is"
                            + " not allowed."));
        }
        if (result.cancelled()) {
            text.add(tag("p", "The action ended after ten seconds. Repeat it for the remaining messages."));
        }
        return text;
    }
}
