package dev.restante.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.WebElement;

@DisplayName("Edits of dead letters in the browser")
abstract class BrowserEditContract extends WebBrowserContract {

    private static void replace(WebElement field, String text) {
        field.clear();
        field.sendKeys(text);
    }

    @Test
    @DisplayName("point 4: a user edits the text, properties and headers of a dead letter and sends it again")
    void shouldEditOne(Browser browser) throws Exception {
        dead("{\"size\": 640}\nsecond", "NoGlue", "--property", "width:int=640", "--property", "colour=red");
        browser.open(console, DEAD_PAGE + "&reason=NoGlue");
        browser.press(browser.table("Messages").get(0).get("Number"));
        browser.press("Edit and resubmit\u2026");
        assertThat(browser.field("Body").getDomProperty("value")).isEqualTo("{\"size\": 640}\nsecond");
        browser.type("Body", "{\"size\": 800}\nsecond");
        browser.type("Type", "picture");
        browser.type("Priority", "3");
        replace(browser.find("input[name=property][value=colour]"), "");
        replace(browser.find("input[name=property][value=width] ~ input"), "800");
        replace(browser.find("input[name=property][value='']"), "added");
        picture(browser, "edit");
        assertThat(browser.violations()).isEmpty();
        browser.press("Resubmit");
        browser.await("The message was resubmitted.");
        browser.open(console, "/entity?name=orders&selector=added+IS+NOT+NULL");
        assertThat(browser.table("Messages"))
                .singleElement()
                .satisfies(row -> assertThat(row).containsEntry("Priority", "3").containsEntry("Redriven", "1"));
        browser.press(browser.table("Messages").get(0).get("Number"));
        assertThat(browser.text()).contains("\"size\": 800", "second", "Type\npicture");
        assertThat(browser.table("Properties"))
                .contains(Map.of("Name", "width", "Type", "Integer", "Value", "800"))
                .noneMatch(row -> row.get("Name").equals("colour"));
    }

    @Test
    @DisplayName("point 4: a user sets a property of many dead letters and sends them to another queue")
    void shouldEditMany(Browser browser) throws Exception {
        browser.open(console, DEAD_PAGE);
        browser.type("Reason", "NoPaint");
        browser.press("Filter");
        browser.choose("Messages", "all messages that match the filter");
        browser.press("Edit and resubmit\u2026");
        browser.await("Change 2 messages of");
        browser.type("Target queue", "bills");
        browser.type("Name of the property", "width");
        browser.choose("Type", "Integer");
        browser.type("Value", "800");
        picture(browser, "edit-many");
        assertThat(browser.violations()).isEmpty();
        browser.press("Edit and resubmit 2 messages");
        browser.await("2 messages were sent again");
        browser.open(console, DEAD_PAGE);
        assertThat(browser.table("Messages")).singleElement().satisfies(row -> assertThat(row)
                .containsEntry("Reason", "NoPaper"));
        browser.open(console, "/entity?name=bills");
        List<Map<String, String>> sent = browser.table("Messages");
        assertThat(sent).hasSize(2);
        browser.press(sent.get(1).get("Number"));
        assertThat(browser.table("Properties")).contains(Map.of("Name", "width", "Type", "Integer", "Value", "800"));
    }
}
