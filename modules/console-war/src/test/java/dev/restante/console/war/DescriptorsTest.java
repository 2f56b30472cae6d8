package dev.restante.console.war;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.console.guard.ConsoleRight;
import java.io.StringReader;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

@DisplayName("deployment descriptors of the console")
final class DescriptorsTest {

    private static final String[] ROLES = ConsoleWarRoles.RIGHTS.stream()
            .map(right -> ConsoleWarRoles.PREFIX + right)
            .toArray(String[]::new);

    private static Document read(String name) throws Exception {
        DocumentBuilder builder = DocumentBuilderFactory.newInstance().newDocumentBuilder();
        builder.setEntityResolver((id, address) -> new InputSource(new StringReader("")));
        return builder.parse(Path.of("src/main/webapp/WEB-INF").resolve(name).toFile());
    }

    private static List<String> texts(NodeList elements, String name) {
        return elements(elements)
                .flatMap(parent -> elements(parent.getElementsByTagName(name)))
                .map(element -> element.getTextContent().strip())
                .toList();
    }

    private static Stream<Element> elements(NodeList nodes) {
        return IntStream.range(0, nodes.getLength()).mapToObj(i -> (Element) nodes.item(i));
    }

    @Test
    @DisplayName("each right of the console has a role, including view and all")
    void shouldHaveRolesOfRights() {
        assertThat(ConsoleWarRoles.RIGHTS)
                .containsExactlyInAnyOrderElementsOf(Stream.concat(
                                Stream.of("view", "all"),
                                Arrays.stream(ConsoleRight.values()).map(ConsoleRight::configName))
                        .toList());
        assertThat(ConsoleRight.parse(String.join(",", ConsoleWarRoles.RIGHTS)))
                .containsExactlyInAnyOrder(ConsoleRight.values());
    }

    @Test
    @DisplayName("only users with one of these roles have access, with any path and method")
    void shouldConstrainAll() throws Exception {
        Document web = read("web.xml");
        assertThat(texts(web.getElementsByTagName("auth-constraint"), "role-name"))
                .containsExactlyInAnyOrder(ROLES);
        assertThat(texts(web.getElementsByTagName("security-role"), "role-name"))
                .containsExactlyInAnyOrder(ROLES);
        assertThat(texts(web.getElementsByTagName("web-resource-collection"), "url-pattern"))
                .containsExactly("/*");
        assertThat(web.getElementsByTagName("http-method").getLength()).isZero();
        assertThat(web.getElementsByTagName("http-method-omission").getLength()).isZero();
    }

    @Test
    @DisplayName("GlassFish and Payara map each group to the role with its name")
    void shouldMapGroups() throws Exception {
        Document glassFish = read("glassfish-web.xml");
        NodeList mappings = glassFish.getElementsByTagName("security-role-mapping");
        assertThat(texts(mappings, "role-name")).containsExactlyInAnyOrder(ROLES);
        assertThat(texts(mappings, "group-name")).isEqualTo(texts(mappings, "role-name"));
    }
}
