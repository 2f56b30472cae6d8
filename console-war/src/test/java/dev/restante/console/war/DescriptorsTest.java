package dev.restante.console.war;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.console.guard.Right;
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

@DisplayName("the descriptors of the console")
final class DescriptorsTest {

    private static final String[] ROLES = ConsoleRoles.RIGHTS.stream()
            .map(right -> ConsoleRoles.PREFIX + right)
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
    @DisplayName("have a role for each right of the console, to look and for all")
    void shouldHaveRolesOfRights() {
        assertThat(ConsoleRoles.RIGHTS)
                .containsExactlyInAnyOrderElementsOf(Stream.concat(
                                Stream.of("look", "all"),
                                Arrays.stream(Right.values()).map(Right::listed))
                        .toList());
        assertThat(Right.listed(String.join(",", ConsoleRoles.RIGHTS))).containsExactlyInAnyOrder(Right.values());
    }

    @Test
    @DisplayName("let nobody in without one of these roles, by whatever path and method")
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
    @DisplayName("make each role of GlassFish and Payara the group of its name")
    void shouldMapGroups() throws Exception {
        Document glassFish = read("glassfish-web.xml");
        NodeList mappings = glassFish.getElementsByTagName("security-role-mapping");
        assertThat(texts(mappings, "role-name")).containsExactlyInAnyOrder(ROLES);
        assertThat(texts(mappings, "group-name")).isEqualTo(texts(mappings, "role-name"));
    }
}
