package dev.restante.console.message;

import static dev.restante.console.html.HtmlElement.tag;

import dev.restante.admin.MessageFilter;
import dev.restante.console.guard.RequestRejectedException;
import dev.restante.console.html.HtmlElement;
import dev.restante.console.html.LocalUrl;
import dev.restante.console.page.HtmlPage;
import dev.restante.console.page.HtmlTables;
import dev.restante.console.route.Routes;
import dev.restante.console.route.Section;
import dev.restante.console.route.UserRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Page that validates a JMS selector, and the selector input field.
 *
 * <p>The script of the console queries this page while the user types. The store is not accessed.
 */
public final class SelectorCheckPage implements Section {

    private static final LocalUrl HERE = LocalUrl.to("/selector");
    private static final int MAX_CHARACTERS = 2_000;

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
        routes.page("/selector", SelectorCheckPage::show);
    }

    private static HtmlPage show(UserRequest request) {
        String text = request.parameters().text("text");
        if (text.length() > MAX_CHARACTERS) {
            throw RequestRejectedException.badRequest(
                    "The selector has more than " + HtmlTables.formatNumber(MAX_CHARACTERS) + " characters.");
        }
        String problem =
                MessageFilter.all().withSelector(text).selectorProblem().orElse("");
        return request.layout()
                .page(
                        "Selector check",
                        List.of(
                                tag("p", problem).with("data-check-result", "selector"),
                                tag("p", problem.isEmpty() ? "The selector is valid." : "The selector is invalid.")));
    }

    static HtmlElement field(@Nullable String selector) {
        HtmlElement examples = tag("datalist").with("id", "selectors");
        EXAMPLES.forEach(example -> examples.add(tag("option").with("value", example)));
        return tag("span")
                .with("class", "validated-field")
                .add(
                        tag("input")
                                .with("id", "selector")
                                .with("name", "selector")
                                .with("type", "search")
                                .with("maxlength", String.valueOf(MAX_CHARACTERS))
                                .with("placeholder", "colour = 'red' AND JMSPriority > 4")
                                .with("list", "selectors")
                                .with("aria-describedby", "selector-problem")
                                .with("data-check", HERE.with("text", ""))
                                .with("value", selector == null ? "" : selector),
                        examples,
                        tag("span")
                                .with("id", "selector-problem")
                                .with("class", "validation-error")
                                .with("role", "status"));
    }

    static HtmlElement help() {
        HtmlTables.DefinitionList facts = new HtmlTables.DefinitionList()
                .with("Properties", "colour, size: properties by name; a missing property is NULL")
                .with(
                        "Headers",
                        "JMSPriority, JMSTimestamp, JMSType, JMSMessageID, JMSCorrelationID, JMSDeliveryMode ('PERSISTENT')")
                .with("Others", "JMSXGroupID, JMSXDeliveryCount, DeadLetterReason, DeadLetterSource")
                .with("Values", "'text' ('' within it for '), 17, 1.5, TRUE, FALSE")
                .with("Comparisons", "=  <>  <  <=  >  >=  BETWEEN .. AND ..  IN (..)  LIKE 'a%_'  IS [NOT] NULL")
                .with("Together", "AND, OR, NOT, ( ), + - * /");
        return tag("details").add(tag("summary", "Selector syntax"), facts.element());
    }
}
