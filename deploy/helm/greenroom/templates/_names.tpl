{{- define "greenroom.name" -}}
{{ .Release.Name | trunc 50 | trimSuffix "-" }}
{{- end }}

{{- define "greenroom.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{- define "greenroom.labels" -}}
app.kubernetes.io/name: greenroom
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "greenroom.environment" -}}
- {name: GREENROOM_HOME, value: /var/lib/greenroom}
- {name: PGPASSFILE, value: /tmp/pgpass}
- {name: POD, valueFrom: {fieldRef: {fieldPath: status.podIP}}}
- {name: AWS_REGION, value: {{ .Values.s3.region | quote }}}
{{- with .Values.s3.endpoint }}
- {name: AWS_ENDPOINT_URL, value: {{ . | quote }}}
{{- end }}
{{- range list "AWS_ACCESS_KEY_ID" "AWS_SECRET_ACCESS_KEY" }}
- {name: {{ . }}, valueFrom: {secretKeyRef: {name: {{ $.Values.existingSecret }}, key: {{ . }}}}}
{{- end }}
{{- end }}

{{- define "greenroom.podSecurity" -}}
runAsNonRoot: true
runAsUser: 1000
runAsGroup: 1000
fsGroup: 1000
seccompProfile: {type: RuntimeDefault}
{{- end }}

{{- define "greenroom.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: {drop: [ALL]}
{{- end }}

{{- /* libpq's password file must belong to its reader alone, which mounted secrets do not. */ -}}
{{- define "greenroom.passwordFile" -}}
- name: password-file
  image: {{ include "greenroom.image" . }}
  imagePullPolicy: {{ .Values.image.pullPolicy }}
  command: [install, -m, "0600", /secrets/pgpass, /tmp/pgpass]
  securityContext: {{ include "greenroom.containerSecurity" . | nindent 4 }}
  volumeMounts:
    - {name: secrets, mountPath: /secrets, readOnly: true}
    - {name: tmp, mountPath: /tmp}
{{- end }}

{{- define "greenroom.volumes" -}}
- name: secrets
  secret: {secretName: {{ .Values.existingSecret }}, defaultMode: 0440}
- name: config
  configMap: {name: {{ include "greenroom.name" . }}}
- name: data
  emptyDir: {sizeLimit: {{ .Values.dataSize }}}
- name: tmp
  emptyDir: {}
{{- end }}

{{- define "greenroom.mounts" -}}
- {name: secrets, mountPath: /secrets, readOnly: true}
- {name: config, mountPath: /etc/greenroom, readOnly: true}
- {name: data, mountPath: /var/lib/greenroom}
- {name: tmp, mountPath: /tmp}
{{- end }}
