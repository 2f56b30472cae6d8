package dev.restante.console.deadletter;

import static dev.restante.console.html.Element.tag;

import dev.restante.admin.BulkResult;
import dev.restante.console.count.Countable;
import dev.restante.console.guard.Right;
import dev.restante.console.html.Element;
import dev.restante.console.page.Links;
import dev.restante.console.page.Parameters;
import dev.restante.console.page.Tables;
import dev.restante.console.route.Action;
import dev.restante.console.route.Outcome;
import dev.restante.console.route.Parameter;
import dev.restante.console.route.Question;
import jakarta.jms.JMSException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** An action on many dead letters: asks with their number, ends after some seconds, tells how many are done. */
abstract class Bulk extends Action {

    private final String title;
    private final String done;
    final DeadLetters deadLetters;

    /**
     * An action.
     *
     * @param title of its pages and buttons
     * @param done what was done to messages, as it completes "were"
     */
    Bulk(String name, Right right, String summary, String title, String done, DeadLetters deadLetters) {
        super(name, right, summary);
        this.title = title;
        this.done = done;
        this.deadLetters = deadLetters;
    }

    /** The question before it is done to so many messages of a queue. */
    abstract Element asked(String messages, Element queue, Parameters form);

    /** Does it. */
    abstract BulkResult run(DeadLetters store, Choice choice, Parameters form) throws JMSException;

    /** Fields for what can be said about it before it is confirmed. */
    List<Element> fields() {
        return List.of();
    }

    /** The parameters of these. */
    List<Parameter> open() {
        return List.of();
    }

    @Override
    public final List<Parameter> parameters() {
        return Stream.concat(Choice.PARAMETERS.stream(), open().stream()).toList();
    }

    @Override
    public final Set<String> leftOpen() {
        return open().stream().map(Parameter::name).collect(Collectors.toSet());
    }

    @Override
    public final void checkScript(Parameters form) {
        Choice.checkScript(form);
    }

    /** A number of messages that a selector means tells what is in them. */
    @Override
    public final Set<Right> rights(Parameters form) {
        return form.textOrNull("selector") == null || !form.text("scope").equals(Choice.ALL)
                ? Set.of(right())
                : Set.of(right(), Right.READ);
    }

    @Override
    public String about(Parameters form) {
        return Choice.of(form).text();
    }

    @Override
    public Optional<Question> question(Parameters form) throws JMSException {
        Choice choice = Choice.of(form);
        Optional<DeadLetters.Tally> number = Countable.of(() -> deadLetters.count(choice));
        String messages = number.map(Bulk::text).orElse(Countable.UNKNOWN) + " messages";
        List<Element> text = new ArrayList<>(List.of(asked(messages, tag("bdi", choice.queue()), form)));
        if (choice.selector() != null) {
            text.add(tag("p", "Those that match ").add(tag("code", choice.selector())));
        }
        if (choice.numbers() == null) {
            text.add(tag("p", "What arrives until you confirm is among them. What is locked stays.")
                    .with("class", "note"));
        }
        Question question =
                new Question(title, text, title + " " + messages, Links.entity(choice.queue())).leaving(fields());
        return Optional.of(number.filter(known -> !known.atLeast())
                .map(known -> question.about(known.count()))
                .orElse(question));
    }

    private static String text(DeadLetters.Tally number) {
        return (number.atLeast() ? "more than " : "") + Tables.count(number.count());
    }

    @Override
    public Outcome run(Parameters form) throws JMSException {
        Choice choice = Choice.of(form);
        BulkResult result = run(deadLetters, choice, form);
        return new Outcome(
                        title,
                        text(result),
                        result.done() + " done, " + result.left() + " left"
                                + (result.cancelled() ? ", stopped early" : ""),
                        Links.named(choice.queue()))
                .with(Map.of("done", result.done(), "left", result.left(), "stoppedEarly", result.cancelled()));
    }

    private List<Element> text(BulkResult result) {
        List<Element> text = new ArrayList<>();
        text.add(tag("p", Tables.count(result.done()) + " messages were " + done + ".")
                .with("role", "status"));
        if (result.left() > 0) {
            text.add(tag(
                    "p",
                    Tables.count(result.left())
                            + " stay: where they came from does not exist any more, or they do not say it, or can't be read,"
                            + " or what was to be sent is not allowed."));
        }
        if (result.cancelled()) {
            text.add(tag("p", "It stopped after ten seconds. Ask again for the rest."));
        }
        return text;
    }
}
