package dev.restante.console.deadletter;

import static dev.restante.console.html.Element.tag;

import dev.restante.admin.BulkResult;
import dev.restante.console.guard.Refusal;
import dev.restante.console.guard.Right;
import dev.restante.console.html.Element;
import dev.restante.console.json.Shape;
import dev.restante.console.page.Frame;
import dev.restante.console.page.Links;
import dev.restante.console.page.Parameters;
import dev.restante.console.route.Action;
import dev.restante.console.route.Outcome;
import dev.restante.console.route.Parameter;
import jakarta.jms.JMSException;
import java.util.List;

/** The move of one dead letter back to where it came from, with one click. */
final class RedriveOne extends Action {

    private static final String NAME = "redrive-one";
    private static final String NUMBER = "number";

    private final DeadLetters deadLetters;

    RedriveOne(DeadLetters deadLetters) {
        super(NAME, Right.REPAIR, "Moves one dead letter back to where it came from.");
        this.deadLetters = deadLetters;
    }

    /** The form to which the buttons of a page's messages belong, which are in another one. */
    static Element form(Frame frame, String queue) {
        return frame.form(NAME).with("id", NAME).add(Frame.hidden("name", queue));
    }

    /** The button of a message. */
    static Element button(long number) {
        return tag("button", "Redrive")
                .with("type", "submit")
                .with("form", NAME)
                .with("name", NUMBER)
                .with("value", String.valueOf(number))
                .with("aria-label", "Redrive message " + number);
    }

    @Override
    public List<Parameter> parameters() {
        return List.of(
                Parameter.name("The full name of the dead-letter queue"),
                Parameter.required(NUMBER, Shape.text("The sequence number of the dead letter")));
    }

    @Override
    public String about(Parameters form) {
        return Choice.deadLetterQueue(form) + ", number " + form.number(NUMBER);
    }

    @Override
    public Outcome run(Parameters form) throws JMSException {
        String queue = Choice.deadLetterQueue(form);
        long number = form.number(NUMBER);
        BulkResult result = deadLetters.redrive(new Choice(queue, List.of(number), null), Way.back());
        if (result.done() == 0) {
            throw new Refusal(
                    409,
                    "CONSOLE-MESSAGE-STATE",
                    "Message " + number
                            + (result.left() > 0
                                    ? " stays: where it came from does not exist any more, or it does not say it, or can't be read."
                                    : " stays: somebody has it, or it is gone."));
        }
        return Outcome.of("Redrive", "Message " + number + " was redriven.", "redriven", Links.named(queue));
    }
}
