package dev.restante.console.message;

import static dev.restante.console.html.Element.tag;

import dev.restante.admin.MessageFilter;
import dev.restante.console.guard.Refusal;
import dev.restante.console.html.Element;
import dev.restante.console.html.Url;
import dev.restante.console.page.Page;
import dev.restante.console.page.Tables;
import dev.restante.console.route.Routes;
import dev.restante.console.route.Section;
import dev.restante.console.route.Visit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page that says whether a selector is one: it reads the text, and asks no store. The script asks it while somebody
 * types.
 */
public final class SelectorPage implements Section {

    private static final Url HERE = Url.to("/selector");
    private static final int MOST_CHARACTERS = 2_000;

    private static final List<String> EXAMPLES = List.of(
            "colour = 'red'",
            "colour IN ('red', 'blue') AND size > 640",
            "picture IS NULL OR NOT done",
            "JMSType LIKE 'order-%'",
            "JMSPriority BETWEEN 5 AND 9",
            "JMSXDeliveryCount > 1",
            "JMSCorrelationID = 'ID:17'",
            "DeadLetterReason = 'TTLExpiredException'");

    @Override
    public void routes(Routes routes) {
        routes.page("/selector", SelectorPage::show);
    }

    private static Page show(Visit visit) {
        String text = visit.parameters().text("text");
        if (text.length() > MOST_CHARACTERS) {
            throw Refusal.badRequest("The selector has more than " + Tables.count(MOST_CHARACTERS) + " characters.");
        }
        String problem =
                MessageFilter.all().withSelector(text).selectorProblem().orElse("");
        return visit.frame()
                .page(
                        "Selector",
                        List.of(
                                tag("p", problem).with("data-verdict", "selector"),
                                tag("p", problem.isEmpty() ? "This is a selector." : "This is no selector.")));
    }

    /** A field to type a selector into, with examples. */
    static Element field(@Nullable String selector) {
        Element examples = tag("datalist").with("id", "selectors");
        EXAMPLES.forEach(example -> examples.add(tag("option").with("value", example)));
        return tag("span")
                .with("class", "checked")
                .add(
                        tag("input")
                                .with("id", "selector")
                                .with("name", "selector")
                                .with("type", "search")
                                .with("maxlength", String.valueOf(MOST_CHARACTERS))
                                .with("placeholder", "colour = 'red' AND JMSPriority > 4")
                                .with("list", "selectors")
                                .with("aria-describedby", "selector-problem")
                                .with("data-check", HERE.with("text", ""))
                                .with("value", selector == null ? "" : selector),
                        examples,
                        tag("span")
                                .with("id", "selector-problem")
                                .with("class", "problem")
                                .with("role", "status"));
    }

    /** An account of what a selector can say, folded away. */
    static Element help() {
        Tables.Facts facts = new Tables.Facts()
                .with("Properties", "colour, size: by their names; what a message does not have is NULL")
                .with(
                        "Headers",
                        "JMSPriority, JMSTimestamp, JMSType, JMSMessageID, JMSCorrelationID, JMSDeliveryMode ('PERSISTENT')")
                .with("Others", "JMSXGroupID, JMSXDeliveryCount, DeadLetterReason, DeadLetterSource")
                .with("Values", "'text' ('' within it for '), 17, 1.5, TRUE, FALSE")
                .with("Comparisons", "=  <>  <  <=  >  >=  BETWEEN .. AND ..  IN (..)  LIKE 'a%_'  IS [NOT] NULL")
                .with("Together", "AND, OR, NOT, ( ), + - * /");
        return tag("details").add(tag("summary", "What a selector can say"), facts.element());
    }
}
