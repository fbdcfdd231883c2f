{{/* What all objects of a part are labelled with. Call with (dict "at" $ "part" "agent"). */}}
{{- define "oasis.labels" -}}
{{ include "oasis.selector" . }}
app.kubernetes.io/version: {{ .at.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .at.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .at.Chart.Name .at.Chart.Version }}
{{- end }}

{{- define "oasis.selector" -}}
app.kubernetes.io/name: oasis
app.kubernetes.io/instance: {{ .at.Release.Name }}
app.kubernetes.io/component: {{ .part }}
{{- end }}

{{- define "oasis.name" -}}
{{ printf "%s-%s" .at.Release.Name .part | trunc 63 | trimSuffix "-" }}
{{- end }}

{{- define "oasis.image" -}}
image: {{ printf "%s-%s:%s" .at.Values.image.repository .part (.at.Values.image.tag | default .at.Chart.AppVersion) }}
imagePullPolicy: {{ .at.Values.image.pullPolicy }}
{{- end }}

{{/* What keeps a container to what it is for; root is said where it is needed. */}}
{{- define "oasis.confined" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
seccompProfile: {type: RuntimeDefault}
{{- end }}

{{/* The file of a part: what the chart knows, and over it what is said in its config. */}}
{{- define "oasis.config" -}}
{{- $own := dict "bootstrap" .at.Values.kafka.bootstrap }}
{{- if .at.Values.kafka.secret }}
{{- $_ := set $own "kafka-config" (printf "/etc/oasis/kafka/%s.properties" .part) }}
{{- end }}
{{- toYaml (merge (dict) (index .at.Values .part).config .known $own) }}
{{- end }}

{{/* Of agent and adapter: metrics for the cluster, and the token of this node. */}}
{{- define "oasis.onNode" -}}
{{- $known := dict "metrics-address" "0.0.0.0" "metrics-port" 8530 }}
{{- if .at.Values.keys.hosts }}
{{- $_ := set $known "host-token" "/etc/oasis/host.token" }}
{{- end }}
{{- toYaml $known }}
{{- end }}
